import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import { PageData } from '#app/site/layout/page-data.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { POLICIES_LAST_UPDATED } from '#shared/policies/values.ts';
import { LEGAL_MESSAGES, type LegalPage as Page, PRIVACY, TERMS } from './messages.ts';

type Props = { page: Page; html: string };

export function LegalPage({ page, html }: Props) {
  return (
    <>
      <PageData steps={[{ name: page.heading, path: page.path }]} />
      <PageHeader title={page.heading} intro={page.intro} />
      <div className="content-width mt-10 grid gap-x-12 gap-y-8 pb-24 lg:mt-14 lg:grid-cols-[15rem_1fr] lg:pb-32">
        <div className="border-t border-line pt-5 lg:pt-6">
          <div className="grid gap-4 lg:sticky lg:top-24">
            <p className="text-sm text-ink-muted">
              {LEGAL_MESSAGES.lastUpdated(POLICIES_LAST_UPDATED)}
            </p>
            <nav aria-label={LEGAL_MESSAGES.navigation}>
              <ul className="flex flex-wrap gap-x-6 lg:grid">
                {[TERMS, PRIVACY].map(({ path, heading }) => (
                  <li key={path}>
                    <SiteLink
                      to={path}
                      prefetch="intent"
                      aria-current={path === page.path ? 'page' : undefined}
                      className="inline-flex min-h-11 items-center text-ink-muted hover:text-accent hover:underline aria-[current=page]:font-semibold aria-[current=page]:text-ink"
                    >
                      {heading}
                    </SiteLink>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </div>
        <TrustedHtml
          html={html}
          className="prose min-w-0 contain-layout border-t border-line pt-6 wrap-break-word [&>:first-child]:mt-0"
        />
      </div>
    </>
  );
}
