import { Link } from 'react-router';
import { LOAD_FAILURE_MESSAGES } from '#shared/load-failures/messages.ts';
import type { SiteUrl } from '#shared/routes.ts';
import { EightPointGrid } from './ornament.tsx';
import { type Retry, RetryLink } from './retry-link.tsx';

type Props = {
  text: string;
  /** The unfiltered list, where a filter left nothing. */
  all?: { to: SiteUrl; label: string } | undefined;
  /** Why the list could not be loaded, and the address to load again. */
  retry?: Retry | null;
};

/** Stands where a list has nothing to show. */
export function EmptyList({ text, all, retry }: Props) {
  return (
    <div className="card grid overflow-hidden text-center">
      <div className="h-32 border-b border-line bg-surface-sunken">
        <EightPointGrid />
      </div>
      <div className="grid justify-items-center gap-4 px-6 py-12">
        <p className="text-lg">{text}</p>
        {retry && (
          <>
            <p className="text-ink-muted">{LOAD_FAILURE_MESSAGES[retry.failure]}</p>
            <RetryLink retry={retry} />
          </>
        )}
        {all && (
          <Link to={all.to} preventScrollReset className="button button-secondary">
            {all.label}
          </Link>
        )}
      </div>
    </div>
  );
}
