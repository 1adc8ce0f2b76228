import { toInlineSvg } from '#app/lib/drawing.ts';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import { StoredImage } from '#app/components/image/stored-image.tsx';
import { WORK_MESSAGES } from '#app/site/home/messages.ts';
import type { ServicesContent } from '#shared/site-content/services.ts';
import { getHeadingId, SectionHeading } from './section-heading.tsx';

const FILES = import.meta.glob<string>('#content/drawings/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const DRAWINGS = new Map(
  Object.entries(FILES).map(([path, file]) => [
    path.replaceAll(/.*\/|\.svg$/g, ''),
    toInlineSvg(file),
  ]),
);

/** A last row that is not full stays blank paper. */
const MANY = 'md:grid-cols-[repeat(2,1fr)] lg:grid-cols-[repeat(3,1fr)]';
const COLUMNS: Record<number, string> = {
  1: 'md:max-w-lg',
  2: 'md:grid-cols-[repeat(2,1fr)]',
  4: 'md:grid-cols-[repeat(2,1fr)]',
};

type Props = { content: ServicesContent; categories: readonly string[] };

export function Services({ content: { heading, lead, services }, categories }: Props) {
  if (services.length === 0) return null;
  return (
    <section
      id="services"
      aria-labelledby={getHeadingId('services', heading)}
      className="section-space border-y border-line bg-surface-sunken"
    >
      <div className="content-width grid gap-6 lg:gap-10">
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-2">
          <SectionHeading id="services" heading={heading} />
          {lead && <p className="max-w-sm text-ink-muted sm:text-lg">{lead}</p>}
        </div>
        <ul
          className={`services grid gap-px overflow-hidden rounded-lg border border-line bg-surface-raised *:relative *:grid *:min-w-0 *:bg-surface-raised *:p-4 *:has-[>a:hover]:bg-surface *:min-[18rem]:grid-cols-[5.5rem_1fr] *:min-[18rem]:grid-rows-[auto_1fr] *:min-[18rem]:gap-x-4 *:md:grid-cols-[1fr] *:md:grid-rows-[auto_auto_auto_1fr_auto] *:md:px-7 *:md:pt-0 *:md:pb-7 ${COLUMNS[services.length] ?? MANY}`}
        >
          {services.map(({ name, text, points, drawing, image, category }) => (
            <li key={name}>
              <div className="min-[18rem]:row-[1/3] min-[18rem]:pt-1 md:-mx-7 md:row-auto md:mb-5 md:bg-surface md:px-8 md:py-7">
                {image ? (
                  <StoredImage
                    url={image}
                    alt=""
                    width={640}
                    height={400}
                    sizes="(min-width: 48rem) 24rem, 88px"
                    className="aspect-[8/5] w-full rounded-sm object-cover"
                  />
                ) : (
                  <TrustedHtml html={DRAWINGS.get(drawing) ?? ''} className="drawing" />
                )}
              </div>
              <h3 className="text-xl min-[18rem]:pe-6">{name}</h3>
              <p className="mt-1 text-sm/[inherit] text-ink-muted md:text-base/[inherit]">{text}</p>
              <ul className="mt-2 text-sm/[1.4] max-md:col-[1/-1] md:mt-4 md:grid md:content-start md:gap-1.5">
                {points.map((point) => (
                  <li key={point}>{point}</li>
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
