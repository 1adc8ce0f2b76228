import type { ReactNode } from 'react';
import { fillVariables } from '#shared/site-content/variables.ts';
import type { Company } from '#shared/company/values.ts';
import { listNumbersIn } from '#shared/claims/values.ts';
import { StoredImage } from '#app/components/image/stored-image.tsx';
import { ABOUT_MESSAGES } from '#app/site/home/messages.ts';
import { getHeadingId, SectionHeading } from './section-heading.tsx';
import { type ShownStatistics, StatisticList } from './statistic-list.tsx';
import type { HomeContent } from '#shared/site-content/home.ts';
import type { ProofContent } from '#shared/site-content/proof.ts';
import type { ValuesContent } from '#shared/site-content/strengths.ts';

type Props = {
  company: Company;
  home: HomeContent;
  content: ValuesContent;
  clients: readonly ClientLogo[];
  proof: ProofContent;
  shown: ShownStatistics;
};

export function About({ company, home, content, clients, proof, shown }: Props) {
  const { values, points, technologies } = content;
  const { sentence, paragraph, founded } = company;
  const since = fillVariables(home.since, { year: founded === null ? null : String(founded) });
  const paragraphs = [[sentence, since].filter(Boolean).join(' '), paragraph].filter(Boolean);
  const numbers = listNumbersIn('about', proof);
  const parts = [paragraphs, values, points, technologies, clients, numbers];
  const year = { key: '', label: ABOUT_MESSAGES.founded, value: founded, suffix: '' };
  if (!home.aboutHeading && parts.every(({ length }) => length === 0)) return null;
  return (
    <section
      id="about"
      aria-labelledby={getHeadingId('about', home.aboutHeading)}
      className="section-space-tight"
    >
      <div className="content-width grid gap-8 lg:gap-14">
        <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[7fr_5fr]">
          <div className="grid content-start gap-4 lg:gap-6">
            <SectionHeading id="about" heading={home.aboutHeading} />
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="max-w-text text-ink-muted sm:text-lg">
                {paragraph}
              </p>
            ))}
            <StatisticList
              statistics={founded === null ? numbers : [...numbers, year]}
              shown={shown}
              className="grid-cols-[repeat(auto-fill,minmax(max(5.5rem,28%),1fr))] mt-2 gap-x-4 lg:mt-auto"
              itemClass="border-t pt-3"
              valueClass="text-accent"
            />
          </div>
          <Facts heading={content.valuesHeading} isEmpty={values.length === 0}>
            <dl className="max-md:text-sm/[inherit] md:max-lg:grid md:max-lg:grid-cols-[repeat(3,1fr)] md:max-lg:gap-x-6">
              {values.map(({ name, text }) => (
                <div key={name} className="border-t border-line py-3 max-md:py-2">
                  <dt className="font-display font-semibold">{name}</dt>
                  <dd className="text-ink-muted">{text}</dd>
                </div>
              ))}
            </dl>
          </Facts>
        </div>
        <div className="grid gap-x-10 gap-y-8 md:grid-cols-2 lg:gap-x-20">
          <Facts heading={content.pointsHeading} isEmpty={points.length === 0}>
            <ul className="grid gap-2 border-t border-line pt-3 max-md:text-sm/[inherit]">
              {points.map((point) => (
                <li
                  key={point}
                  className="flex gap-3 before:mt-[0.45em] before:h-2 before:w-3.5 before:flex-none before:-rotate-45 before:scale-80 before:border-b-2 before:border-l-2 before:border-accent-2"
                >
                  {point}
                </li>
              ))}
            </ul>
          </Facts>
          <Facts heading={content.technologiesHeading} isEmpty={technologies.length === 0}>
            <dl>
              {technologies.map(({ name, entries }) => (
                <div
                  key={name}
                  className="grid grid-cols-[5.5rem_1fr] border-t border-line py-2 text-sm/[inherit]"
                >
                  <dt className="text-ink-muted">{name}</dt>
                  <dd>
                    <ul className="flex flex-wrap gap-x-3.5 font-medium lg:grid lg:grid-cols-[repeat(4,1fr)] lg:wrap-normal">
                      {entries.map((entry) => (
                        <li key={entry}>{entry}</li>
                      ))}
                    </ul>
                  </dd>
                </div>
              ))}
            </dl>
          </Facts>
        </div>
        <Clients clients={clients} heading={home.clientsHeading} />
      </div>
    </section>
  );
}

type FactsProps = { heading: string; isEmpty: boolean; children: ReactNode };

function Facts({ heading, isEmpty, children }: FactsProps) {
  if (isEmpty) return null;
  return (
    <div className="grid content-start gap-3">
      {heading && <h3 className="text-xl">{heading}</h3>}
      {children}
    </div>
  );
}

type ClientLogo = { id: string; name: string; logoUrl: string | null };

function Clients({ clients, heading }: { clients: readonly ClientLogo[]; heading: string }) {
  if (clients.length === 0) return null;
  return (
    <div className="grid gap-4 border-t border-line pt-6">
      {heading && (
        <h3 className="font-sans text-sm font-medium tracking-normal text-ink-muted">{heading}</h3>
      )}
      <ul className="client-logos flex flex-wrap items-center justify-center gap-x-4 gap-y-3 md:gap-6 lg:not-has-[:nth-child(7)]:justify-between">
        {clients.map(({ id, name, logoUrl }) => (
          <li key={id}>
            {logoUrl ? (
              <StoredImage
                url={logoUrl}
                alt={name}
                width={240}
                height={80}
                sizes="160px"
                className="h-8 w-auto md:h-9 lg:h-11"
              />
            ) : (
              <span className="font-display text-lg font-semibold">{name}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
