import { useLocation } from 'react-router';
import { useIsHydrated } from '#app/lib/use-is-hydrated.ts';
import { isTrackingPath } from '#shared/tracking/values.ts';
import { OWN_PAGE_MESSAGES } from './messages.ts';

/** Leads senders to the page of their enquiry: at `path`, or where the response to the form said that it is, which the server does not know any more. */
export function OwnPage({ path }: { path: string | undefined }) {
  const { state } = useLocation();
  const isHydrated = useIsHydrated();
  const { trackingPath } = (state ?? {}) as { trackingPath?: unknown };
  const named = isHydrated && isTrackingPath(trackingPath) ? trackingPath : undefined;
  const href = path ?? named;
  if (!href) return null;
  return (
    <div className="grid max-w-text justify-items-start gap-4">
      <p className="text-ink-muted">{OWN_PAGE_MESSAGES.text}</p>
      {/* Not the router's: what the page is told about itself, such as to keep its address secret, comes with its document. */}
      <a href={href} className="button button-secondary">
        {OWN_PAGE_MESSAGES.open}
      </a>
    </div>
  );
}
