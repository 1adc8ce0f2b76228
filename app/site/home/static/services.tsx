import { toInlineSvg } from '#app/lib/drawing.ts';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import { SERVICES, SERVICES_INTRO, WORK_MESSAGES } from '#app/site/home/messages.ts';
import blueprint from '#content/drawings/blueprint.svg?raw';
import dashboard from '#content/drawings/dashboard.svg?raw';
import floorPlan from '#content/drawings/floor-plan.svg?raw';
import invoice from '#content/drawings/invoice.svg?raw';
import map from '#content/drawings/map.svg?raw';
import shipment from '#content/drawings/shipment.svg?raw';
import type { ProjectCategory } from '#shared/projects/values.ts';

const DRAWINGS = {
  shipment: toInlineSvg(shipment),
  invoice: toInlineSvg(invoice),
  dashboard: toInlineSvg(dashboard),
  'floor-plan': toInlineSvg(floorPlan),
  map: toInlineSvg(map),
  blueprint: toInlineSvg(blueprint),
};

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
              <div>
                <TrustedHtml html={DRAWINGS[drawing]} className="drawing" />
              </div>
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
