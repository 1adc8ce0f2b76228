import { ServiceDrawing } from '#app/site/home/drawings/service-drawing.tsx';
import { SERVICES, SERVICES_INTRO } from '#app/site/home/messages.ts';

/** Six cells of one drawing sheet, which share their hairlines; on phones six rows of it. */
export function ServicesText() {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-2">
        <h2 id="services-heading" className="text-3xl">
          {SERVICES_INTRO.heading}
        </h2>
        <p className="max-w-sm text-ink-muted sm:text-lg">{SERVICES_INTRO.text}</p>
      </div>
      <ul className="services">
        {SERVICES.map(({ name, drawing, description, features }) => (
          <li key={name}>
            <div>
              <ServiceDrawing name={drawing} />
            </div>
            <h3 className="text-xl">{name}</h3>
            <p>{description}</p>
            <ul>
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
