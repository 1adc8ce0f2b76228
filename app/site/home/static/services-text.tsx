import { ServiceDrawing } from '#app/site/home/drawings/service-drawing.tsx';
import { SERVICES, SERVICES_INTRO } from '#app/site/home/messages.ts';

/** Six cells of one drawing sheet: they share their hairlines. */
export function ServicesText() {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-3">
        <h2 id="services-heading" className="text-3xl">
          {SERVICES_INTRO.heading}
        </h2>
        <p className="max-w-sm text-lg text-ink-muted">{SERVICES_INTRO.text}</p>
      </div>
      <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-2 lg:grid-cols-3">
        {SERVICES.map(({ name, drawing, description, features }) => (
          <li key={name} className="flex flex-col bg-surface-raised">
            <div className="bg-surface px-8 py-8 sm:px-16 md:px-8">
              <ServiceDrawing name={drawing} />
            </div>
            <div className="grid gap-3 p-6 lg:p-8">
              <h3 className="text-xl">{name}</h3>
              <p className="text-ink-muted">{description}</p>
              <ul className="mt-2 grid gap-2 text-sm">
                {features.map((feature) => (
                  <li key={feature} className="flex gap-2.5">
                    <span aria-hidden className="mt-[0.7em] h-px w-3 shrink-0 bg-accent-2" />
                    {feature}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
