import { Check } from 'lucide-react';
import { StatisticList } from './statistic-list.tsx';
import {
  ABOUT,
  CORE_VALUES,
  HEADLINE_STATS,
  SELLING_POINTS,
  TECHNOLOGY_STACK,
} from '#app/site/home/messages.ts';

export function AboutText() {
  return (
    <>
      <div className="grid gap-12 lg:grid-cols-[3fr_1fr] lg:gap-24">
        <div className="grid content-start gap-6">
          <h2 id="about-heading" className="text-3xl">
            {ABOUT.heading}
          </h2>
          {ABOUT.paragraphs.map((paragraph) => (
            <p key={paragraph} className="max-w-text text-lg text-ink-muted">
              {paragraph}
            </p>
          ))}
        </div>
        <StatisticList
          statistics={HEADLINE_STATS}
          className="grid-cols-3 content-start gap-x-4 lg:grid-cols-1"
          itemClass="border-t py-4 lg:py-5"
          valueClass="text-accent"
        />
      </div>

      <div className="grid gap-8">
        <h3 className="text-xl">{ABOUT.valuesHeading}</h3>
        <dl className="grid gap-8 md:grid-cols-3 md:gap-0">
          {CORE_VALUES.map(({ name, text }) => (
            <div
              key={name}
              className="grid content-start gap-2 border-s border-line ps-5 md:pe-8 md:ps-6"
            >
              <dt className="font-display text-lg font-semibold">{name}</dt>
              <dd className="text-ink-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>

      <div className="grid gap-12 lg:grid-cols-[5fr_7fr] lg:gap-16">
        <div className="flex flex-col rounded-lg bg-surface-sunken p-6 sm:p-8">
          <h3 className="mb-5 text-xl">{ABOUT.sellingPointsHeading}</h3>
          <ul className="flex flex-1 flex-col justify-between gap-3">
            {SELLING_POINTS.map((point) => (
              <li key={point} className="flex gap-3">
                <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent-2" />
                {point}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="mb-5 text-xl">{ABOUT.stackHeading}</h3>
          <dl className="grid">
            {TECHNOLOGY_STACK.map(({ name, entries }) => (
              <div
                key={name}
                className="grid gap-x-6 gap-y-2 border-t border-line py-4 sm:grid-cols-[6rem_1fr]"
              >
                <dt className="text-sm text-ink-muted">{name}</dt>
                <dd>
                  <ul className="grid grid-cols-2 gap-x-3 gap-y-1 text-sm font-medium md:grid-cols-4">
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
    </>
  );
}

type ClientLogo = { id: string; name: string; logoUrl: string | null };

export function Clients({ clients }: { clients: readonly ClientLogo[] }) {
  if (clients.length === 0) return null;
  return (
    <div className="grid gap-5 border-t border-line pt-8">
      <h3 className="font-sans text-sm font-medium tracking-normal text-ink-muted">
        {ABOUT.clientsHeading}
      </h3>
      <ul className="flex flex-wrap items-center gap-x-8 gap-y-6 md:justify-between md:gap-x-4">
        {clients.map(({ id, name, logoUrl }) => (
          <li key={id}>
            {logoUrl ? (
              <img
                src={logoUrl}
                alt={name}
                width={240}
                height={80}
                loading="lazy"
                decoding="async"
                className="client-logo h-11 w-auto"
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
