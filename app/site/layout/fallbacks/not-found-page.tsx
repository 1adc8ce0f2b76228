import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { LinkItems } from '#app/site/layout/link-items.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';
import { COMPANY_LINKS, CONTACT_LINK, PAGE_LINKS } from '#app/site/layout/navigation.ts';
import { LostSheet } from './lost-sheet.tsx';
import { NOT_FOUND_MESSAGES } from './messages.ts';

export function NotFoundPage() {
  const { pathname } = useLocation();

  useEffect(() => {
    // oxlint-disable-next-line no-console -- what the product only logs belongs in the browser's console
    console.warn(NOT_FOUND_MESSAGES.logged(pathname));
  }, [pathname]);

  return (
    <section className="content-width section-space grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
      <LostSheet className="lg:order-last" />
      <div className="grid justify-items-start gap-4">
        <p className="eyebrow">{NOT_FOUND_MESSAGES.status}</p>
        <h1 className="text-3xl">{NOT_FOUND_MESSAGES.heading}</h1>
        <p className="max-w-text text-lg text-ink-muted">{NOT_FOUND_MESSAGES.text}</p>
        <SiteLink to="/" className="button button-primary mt-2">
          {LAYOUT_MESSAGES.returnHome}
        </SiteLink>
        <nav aria-label={NOT_FOUND_MESSAGES.elsewhere} className="mt-2">
          <ul className="flex flex-wrap gap-x-6">
            <LinkItems
              links={[...PAGE_LINKS, ...COMPANY_LINKS, CONTACT_LINK]}
              className="link inline-flex min-h-11 items-center pointer-coarse:min-w-11"
            />
          </ul>
        </nav>
      </div>
    </section>
  );
}
