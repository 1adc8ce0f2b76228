import { type ReactNode, Suspense, useContext, useLayoutEffect } from 'react';
import {
  isRouteErrorResponse,
  Links,
  type Location,
  Meta,
  Outlet,
  Scripts,
  NavigationType,
  ScrollRestoration,
  useLocation,
  useNavigationType,
  useRouteLoaderData,
} from 'react-router';
import { loadSettings, pageContext } from '#server/http/pages/route-context.ts';
import { DEFAULT_LIVE_SETTINGS } from '#shared/site-settings/values.ts';
import { ScriptMarkerContext, FIRST_SCRIPT } from '#app/lib/first-script.ts';
import { LiveSettings } from '#app/components/live-settings.tsx';
import { Toasts } from '#app/components/toasts.tsx';
import { ErrorPage } from '#app/site/layout/fallbacks/error-page.tsx';
import { MaintenanceGate, Maintenance } from '#app/site/layout/fallbacks/maintenance.tsx';
import { isMaintenanceData } from '#app/site/lib/maintenance-data.ts';
import './styles/app.css';
import displayFont from './styles/fonts/bricolage-grotesque-latin-wght-normal.woff2?url';
import textFont from './styles/fonts/inter-latin-wght-normal.woff2?url';
import type { Route } from './+types/root.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(pageContext);
  return { ...loadSettings(context), publicUrl, year: new Date().getFullYear() };
}

/** The event stream delivers changes of the settings. */
export function shouldRevalidate() {
  return false;
}

export function links(): Route.LinkDescriptors {
  return [
    { rel: 'manifest', href: '/site.webmanifest' },
    {
      rel: 'alternate',
      type: 'application/rss+xml',
      title: 'Blog',
      href: '/blog/rss.xml',
    },
  ];
}

// Navigation by the browser, such as to a fragment, always has the key `default`.
function scrollKeyOf({ key, pathname, hash }: Location): string {
  return key === 'default' ? `${pathname}${hash}` : key;
}

const ARRIVAL = { duration: 180, easing: 'ease-out' };

/**
 * Smooth scrolling for sections only: a new page starts at its top, and Back restores its position immediately.
 * Must precede what scrolls.
 */
function SmoothArrival() {
  const { hash, pathname } = useLocation();
  const isStep = useNavigationType() === NavigationType.Pop;
  useLayoutEffect(() => {
    const { documentElement } = document;
    const isToSection = hash !== '' && !isStep;
    if (documentElement.classList.contains('to-section') === isToSection) return;
    documentElement.classList.toggle('to-section', isToSection);
    // Chromium would scroll with the previous style.
    void getComputedStyle(documentElement).scrollBehavior;
  });
  useLayoutEffect(() => {
    if (isStep || hash || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    document.querySelector('main')?.animate({ translate: ['0 -1.5rem', '0'] }, ARRIVAL);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page, whatever led to it
  }, [pathname]);
  return null;
}

export function Layout({ children }: { children: ReactNode }) {
  const loaded = useRouteLoaderData<typeof loader>('root');
  const brand = loaded?.settings.brand;
  const scriptMarker = useContext(ScriptMarkerContext);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script
          nonce={scriptMarker}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }}
        />
        <Meta />
        {(!brand || brand.typeface === 'workshop' ? [textFont, displayFont] : [textFont]).map(
          (href) => (
            <link
              key={href}
              rel="preload"
              href={href}
              as="font"
              type="font/woff2"
              crossOrigin="anonymous"
            />
          ),
        )}
        <Links />
      </head>
      <body>
        {/* If the document was altered in transit, React renders again from here: Trusted Types forbid its scripts. */}
        <Suspense>
          <Toasts>
            <LiveSettings
              initial={loaded?.settings ?? DEFAULT_LIVE_SETTINGS}
              responseState={loaded?.responseState ?? 'closed'}
              year={loaded?.year ?? new Date(0).getFullYear()}
            >
              {children}
            </LiveSettings>
          </Toasts>
        </Suspense>
        <SmoothArrival />
        <ScrollRestoration getKey={scrollKeyOf} />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <MaintenanceGate>
      <Outlet />
    </MaintenanceGate>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && isMaintenanceData(error.data)) {
    return <Maintenance settings={error.data.maintenance} />;
  }
  return <ErrorPage error={error} />;
}
