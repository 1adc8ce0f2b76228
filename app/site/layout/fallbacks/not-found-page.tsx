import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { LAYOUT_MESSAGES } from '#app/site/layout/messages.ts';
import { NOT_FOUND_MESSAGES } from './messages.ts';

export function NotFoundPage() {
  const { pathname } = useLocation();

  useEffect(() => {
    // oxlint-disable-next-line no-console -- what the product only logs belongs in the browser's console
    console.warn(NOT_FOUND_MESSAGES.logged(pathname));
  }, [pathname]);

  return (
    <section className="content-width section-space grid justify-items-start gap-6">
      <EightPointGrid />
      <p className="eyebrow">{NOT_FOUND_MESSAGES.status}</p>
      <h1 className="text-3xl">{NOT_FOUND_MESSAGES.heading}</h1>
      <p className="max-w-text text-lg text-ink-muted">{NOT_FOUND_MESSAGES.text}</p>
      <SiteLink to="/" className="button button-primary">
        {LAYOUT_MESSAGES.returnHome}
      </SiteLink>
    </section>
  );
}
