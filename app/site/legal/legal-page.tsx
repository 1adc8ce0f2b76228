import { Fragment, type ReactNode } from 'react';
import { useCompany } from '#app/components/live-settings.tsx';
import { PageData } from '#app/site/layout/page-data.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { ReadingLayout } from '#app/site/layout/reading/reading-layout.tsx';
import type { TextSection } from '#app/site/layout/reading/sections.ts';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { type PageCopy, useCopy } from '#app/site/lib/page-copy.ts';
import type { RetentionLine } from '#shared/retention/paragraph.ts';
import { formatVersion } from '#shared/policies/values.ts';
import { LEGAL_MESSAGES, type LegalPage as Page, PRIVACY, TERMS } from './messages.ts';

const IDENTITY_FIELDS = [
  'legalName',
  'address',
  'email',
  'phone',
  'registerNumber',
  'taxOffice',
  'taxNumber',
  'kepAddress',
] as const;

type Props = {
  copy: PageCopy;
  page: Page;
  sections: readonly TextSection[];
  /** Retention periods below a policy that does not list them. */
  periods: readonly RetentionLine[];
  version: string;
};

export function LegalPage({ copy, page, sections, periods, version }: Props) {
  const { heading, lead } = useCopy(copy);
  return (
    <>
      <PageData steps={[{ name: heading, path: page.path }]} />
      <PageHeader title={heading} intro={lead} />
      <ReadingLayout
        sections={sections}
        className="mt-10 pb-24 lg:mt-14 lg:pb-32"
        facts={
          <>
            <p className="text-sm text-ink-muted">
              {LEGAL_MESSAGES.lastUpdated(formatVersion(version))}
            </p>
            <nav aria-label={LEGAL_MESSAGES.navigation}>
              <ul className="flex flex-wrap gap-x-6 lg:grid">
                {[TERMS, PRIVACY].map(({ path, name }) => (
                  <li key={path}>
                    <SiteLink
                      to={path}
                      prefetch="intent"
                      aria-current={path === page.path ? 'page' : undefined}
                      className="inline-flex min-h-11 items-center text-ink-muted hover:text-accent hover:underline aria-[current=page]:font-semibold aria-[current=page]:text-ink"
                    >
                      {name}
                    </SiteLink>
                  </li>
                ))}
              </ul>
            </nav>
          </>
        }
      >
        {periods.length > 0 && <Periods periods={periods} />}
        <Identity />
      </ReadingLayout>
    </>
  );
}

type SectionProps = { id: string; heading: string; children: ReactNode };

export function LegalSection({ id, heading, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="mt-10 grid content-start gap-3">
      <h2 id={id} className="text-xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}

export function Periods({ periods }: Pick<Props, 'periods'>) {
  return (
    <LegalSection id="periods" heading={LEGAL_MESSAGES.periods}>
      <ul className="grid max-w-text list-disc gap-2 ps-6">
        {periods.map(({ label, text }) => (
          <li key={label}>
            <strong>{`${label}:`}</strong> {text}
          </li>
        ))}
      </ul>
    </LegalSection>
  );
}

/** The identity that commercial sites state (EU directive 2000/31/EC, article 5; Turkish law 6563, article 3). */
export function Identity() {
  const company = useCompany();
  const stated = IDENTITY_FIELDS.filter((name) => company[name]);
  if (!company.legalName) return null;
  return (
    <LegalSection id="identity" heading={LEGAL_MESSAGES.identity}>
      <dl className="grid max-w-text gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {stated.map((name) => (
          <Fragment key={name}>
            <dt className="text-ink-muted">{LEGAL_MESSAGES.identityLabels[name]}</dt>
            <dd className="wrap-anywhere">{company[name]}</dd>
          </Fragment>
        ))}
      </dl>
    </LegalSection>
  );
}
