import { StoredImage } from '#app/components/image/stored-image.tsx';
import { HEADLINE_STATS } from './messages.ts';
import { type ShownStatistics, StatisticList } from './statistic-list.tsx';
import { ABOUT, CORE_VALUES, SELLING_POINTS, TECHNOLOGY_STACK } from '#app/site/home/messages.ts';

type Props = { clients: readonly ClientLogo[]; shown: ShownStatistics };

export function About({ clients, shown }: Props) {
  return (
    <section id="about" aria-labelledby="about-heading" className="section-space-tight">
      <div className="content-width grid gap-8 lg:gap-14">
        <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[7fr_5fr]">
          <div className="grid content-start gap-4 lg:gap-6">
            <h2 id="about-heading" className="text-3xl">
              {ABOUT.heading}
            </h2>
            {ABOUT.paragraphs.map((paragraph) => (
              <p key={paragraph} className="max-w-text text-ink-muted sm:text-lg">
                {paragraph}
              </p>
            ))}
            <StatisticList
              statistics={HEADLINE_STATS}
              shown={shown}
              className="statistics mt-2 gap-x-4 lg:mt-auto"
              itemClass="border-t pt-3"
              valueClass="text-accent"
            />
          </div>
          <div className="facts">
            <h3 className="text-xl">{ABOUT.valuesHeading}</h3>
            <dl>
              {CORE_VALUES.map(({ name, text }) => (
                <div key={name}>
                  <dt className="font-display font-semibold">{name}</dt>
                  <dd className="text-ink-muted">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
        <div className="grid gap-x-10 gap-y-8 md:grid-cols-2 lg:gap-x-20">
          <div className="facts">
            <h3 className="text-xl">{ABOUT.sellingPointsHeading}</h3>
            <ul className="ticks">
              {SELLING_POINTS.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
          <div className="facts">
            <h3 className="text-xl">{ABOUT.stackHeading}</h3>
            <dl className="stack">
              {TECHNOLOGY_STACK.map(({ name, entries }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <ul>
                      {entries.map((entry) => (
                        <li key={entry}>{entry}</li>
                      ))}
                    </ul>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
        <Clients clients={clients} />
      </div>
    </section>
  );
}

type ClientLogo = { id: string; name: string; logoUrl: string | null };

function Clients({ clients }: { clients: readonly ClientLogo[] }) {
  if (clients.length === 0) return null;
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      <h3 className="font-sans text-sm font-medium tracking-normal text-ink-muted">
        {ABOUT.clientsHeading}
      </h3>
      <ul className="client-logos">
        {clients.map(({ id, name, logoUrl }) => (
          <li key={id}>
            {logoUrl ? (
              <StoredImage url={logoUrl} alt={name} width={240} height={80} sizes="160px" />
            ) : (
              <span className="font-display text-lg font-semibold">{name}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
