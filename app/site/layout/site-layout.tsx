import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#content"
        className="button button-primary fixed top-2 left-2 z-50 -translate-y-20 focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header />
      <NavigationProgress />
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Footer />
      <RouteAnnouncer />
    </>
  );
}

/** A line under the header while the next page is on its way. */
function NavigationProgress() {
  const isLoading = useNavigation().state === 'loading';
  return (
    <div
      aria-hidden="true"
      className={`fixed inset-x-0 top-[57px] z-40 h-0.5 origin-left bg-accent transition-transform ${
        isLoading ? 'scale-x-75 duration-[2s] ease-out' : 'scale-x-0 duration-0'
      }`}
    />
  );
}

/** After a navigation inside the site, moves the focus to the new heading and says the new title. */
function RouteAnnouncer() {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  const [title, setTitle] = useState('');

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
