import { renderToStaticMarkup } from 'react-dom/server';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import { ServiceDrawing } from '#app/site/home/drawings/service-drawing.tsx';
import { SERVICES, SERVICES_INTRO, WORK_MESSAGES } from '#app/site/home/messages.ts';
import type { ProjectCategory } from '#shared/projects/values.ts';

/** Nearly all of the elements of the section, and always the same. */
const DRAWINGS = new Map(
  SERVICES.map(({ drawing }) => [drawing, renderToStaticMarkup(<ServiceDrawing name={drawing} />)]),
);

type Props = { categories: readonly ProjectCategory[] };

export function Services({ categories }: Props) {
  return (
    <section
      id="services"
      aria-labelledby="services-heading"
      className="section-space border-y border-line bg-surface-sunken"
    >
      <div className="content-width grid gap-6 lg:gap-10">
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-2">
          <h2 id="services-heading" className="text-3xl">
            {SERVICES_INTRO.heading}
          </h2>
          <p className="max-w-sm text-ink-muted sm:text-lg">{SERVICES_INTRO.text}</p>
        </div>
        <ul className="services">
          {SERVICES.map(({ name, drawing, category, description, features }) => (
            <li key={name}>
              <TrustedHtml html={DRAWINGS.get(drawing) ?? ''} />
              <h3 className="text-xl">{name}</h3>
              <p>{description}</p>
              <ul>
                {features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
              {categories.includes(category) && (
                <a href={`/portfolio?category=${encodeURIComponent(category)}`} className="link">
                  {WORK_MESSAGES.seeProjects}
                  <span className="sr-only">{WORK_MESSAGES.seeNamed(name)}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
