import { useLocation } from 'react-router';
import { useIsHydrated } from '#app/lib/use-is-hydrated.ts';
import { isTrackingPath } from '#shared/tracking/values.ts';
import { OWN_PAGE_MESSAGES } from './messages.ts';

/** `path`, or the address from the response to the form, which the server does not store. */
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
      {/* Not the router's: headers of the document keep the address secret. */}
      <a href={href} className="button button-secondary">
        {OWN_PAGE_MESSAGES.open}
      </a>
    </div>
  );
}
