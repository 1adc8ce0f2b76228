import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useScreenCopy } from '#app/components/screen-copy.ts';
import { LinkItems } from '#app/site/layout/link-items.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { useNavigation } from '#app/site/layout/navigation.ts';
import { NOT_FOUND_MESSAGES } from './messages.ts';
import { STAR } from '#app/site/layout/ornament.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  const { pages, company, contact } = useNavigation();
  const copy = useScreenCopy();

  useEffect(() => {
    // oxlint-disable-next-line no-console -- what the product only logs belongs in the browser's console
    console.warn(NOT_FOUND_MESSAGES.logged(pathname));
  }, [pathname]);

  return (
    <section className="content-width section-space grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
      <LostSheet className="lg:order-last" />
      <div className="grid justify-items-start gap-4">
        <p className="eyebrow">{NOT_FOUND_MESSAGES.status}</p>
        <h1 className="text-3xl">{copy.notFoundHeading}</h1>
        <p className="max-w-text text-lg text-ink-muted">{copy.notFoundText}</p>
        <SiteLink to="/" className="button button-primary mt-2">
          {copy.notFoundButton}
        </SiteLink>
        <nav aria-label={NOT_FOUND_MESSAGES.elsewhere} className="mt-2">
          <ul className="flex flex-wrap gap-x-6">
            <LinkItems
              links={[...pages, ...company, ...contact]}
              className="link inline-flex min-h-11 items-center pointer-coarse:min-w-11"
            />
          </ul>
        </nav>
      </div>
    </section>
  );
}

const DIGIT = NOT_FOUND_MESSAGES.status.charAt(0);

function LostSheet({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 480 260"
      aria-hidden="true"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`w-full fill-none stroke-line-strong ${className}`}
    >
      <g className="stroke-line" strokeDasharray="2 6">
        <path d="M0 44h480M0 200h480M24 12v232M164 12v232M316 12v232M456 12v232" />
      </g>
      <g
        textAnchor="middle"
        fontSize="218"
        className="fill-surface-sunken stroke-accent font-display font-bold [paint-order:stroke]"
        strokeWidth="3"
      >
        <text x="94" y="200">
          {DIGIT}
        </text>
        <text x="386" y="200">
          {DIGIT}
        </text>
      </g>
      <g transform="translate(240 122)">
        <path
          d={STAR}
          transform="scale(3.1)"
          strokeWidth=".5"
          className="fill-accent-2/10 stroke-accent-2"
        />
        <path
          d={STAR}
          transform="scale(1.75)"
          strokeWidth=".9"
          className="fill-surface stroke-accent-2"
        />
        <circle r="5" className="fill-alert stroke-none" />
        <path d="M-86 0h172M0-86v172" strokeDasharray="10 4 2 4" className="stroke-accent-2" />
      </g>
      <path d="M164 228h152m-144-5-8 5 8 5m136-10 8 5-8 5" />
    </svg>
  );
}
