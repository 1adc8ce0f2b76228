import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { recordPage } from '#app/lib/visit.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NavigationSpinner } from './spinner.tsx';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';

export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#content"
        className="button button-primary fixed top-2 left-2 z-50 -translate-y-20 focus:translate-y-0 print:hidden"
      >
        {LAYOUT_MESSAGES.skip}
      </a>
      <Header />
      <NavigationSpinner />
      {/* Long words must not widen a box. */}
      <main id="content" tabIndex={-1} className="wrap-anywhere outline-none">
        {children}
      </main>
      <Footer />
      <RouteAnnouncer />
    </>
  );
}

function RouteAnnouncer() {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => recordPage(pathname), [pathname]);

  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    setTitle(document.title);
    if (window.location.hash) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}
