import { useSiteSettings } from '#app/components/live-settings.tsx';
import { PageData } from '#app/site/layout/page-data.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { type PageCopy, useCopy } from '#app/site/lib/page-copy.ts';
import { formatVersion } from '#shared/policies/values.ts';
import type { RetentionLine } from '#shared/retention/paragraph.ts';
import { Identity, LegalSection, Periods } from './legal-page.tsx';
import { COMPANY_PAGE_MESSAGES as messages, COMPANY_PATH, PRIVACY, TERMS } from './messages.ts';

type Props = {
  copy: PageCopy<'page/company'>;
  periods: readonly RetentionLine[];
  isEncrypted: boolean;
};

/** For the questions that procurement and security reviews ask. */
export function CompanyPage({ copy, periods, isEncrypted }: Props) {
  const { heading, lead, securityNotes = [] } = useCopy(copy);
  const { termsVersion, privacyVersion } = useSiteSettings().settings;
  const documents = [
    { ...TERMS, version: termsVersion },
    { ...PRIVACY, version: privacyVersion },
  ];
  return (
    <>
      <PageData steps={[{ name: heading, path: COMPANY_PATH }]} />
      <PageHeader title={heading} intro={lead} />
      <div className="content-width grid gap-x-16 pb-24 lg:grid-cols-2 lg:pb-32">
        <div>
          <Identity />
          <LegalSection id="security" heading={messages.security}>
            <Facts
              facts={[...(isEncrypted ? [messages.encrypted] : []), ...messages.securityFacts]}
            />
            {securityNotes.length > 0 && <Facts facts={securityNotes} />}
          </LegalSection>
          <LegalSection id="data-protection" heading={messages.dataProtection}>
            <Facts facts={messages.dataFacts} />
            <ul className="flex flex-wrap gap-x-6">
              {documents.map(({ path, name, version }) => (
                <li key={path}>
                  <SiteLink to={path} className="link inline-flex min-h-11 items-center">
                    {messages.document(name, formatVersion(version))}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </LegalSection>
        </div>
        <Periods periods={periods} />
      </div>
    </>
  );
}

function Facts({ facts }: { facts: readonly string[] }) {
  return (
    <ul className="grid max-w-text list-disc gap-2 ps-6">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
