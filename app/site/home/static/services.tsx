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

export function Services({ categories }: { categories: readonly ProjectCategory[] }) {
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
        <ul className="services grid gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-[repeat(2,1fr)] lg:grid-cols-[repeat(3,1fr)]">
          {SERVICES.map(({ name, drawing, category, description, features }) => (
            <li
              key={name}
              className="relative grid min-w-0 bg-surface-raised p-4 has-[>a:hover]:bg-surface min-[18rem]:grid-cols-[5.5rem_1fr] min-[18rem]:grid-rows-[auto_1fr] min-[18rem]:gap-x-4 md:grid-cols-[1fr] md:grid-rows-[auto_auto_auto_1fr_auto] md:px-7 md:pt-0 md:pb-7"
            >
              <div className="min-[18rem]:row-[1/3] min-[18rem]:pt-1 md:-mx-7 md:row-auto md:mb-5 md:bg-surface md:px-8 md:py-7">
                <TrustedHtml html={DRAWINGS[drawing]} className="drawing" />
              </div>
              <h3 className="text-xl min-[18rem]:pe-6">{name}</h3>
              <p className="mt-1 text-sm/[inherit] text-ink-muted md:text-base/[inherit]">
                {description}
              </p>
              <ul className="mt-2 text-sm/[1.4] max-md:col-[1/-1] md:mt-4 md:grid md:content-start md:gap-1.5">
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
