import { Link } from 'react-router';
import { EightPointGrid } from './ornament.tsx';

type Props = {
  text: string;
  /** The unfiltered list, where a filter left nothing. */
  all?: { to: string; label: string } | undefined;
  /** The address to load again, where the list could not be loaded. */
  retryTo?: string | undefined;
};

/** Stands where a list has nothing to show. */
export function EmptyList({ text, all, retryTo }: Props) {
  return (
    <div className="card grid overflow-hidden text-center">
      <div className="h-32 border-b border-line bg-surface-sunken">
        <EightPointGrid />
      </div>
      <div className="grid justify-items-center gap-4 px-6 py-12">
        <p className="text-lg">{text}</p>
        {retryTo && (
          <>
            <p className="text-ink-muted">
              The list could not be loaded just now. Please try again in a moment.
            </p>
            <Link to={retryTo} reloadDocument className="button button-primary">
              Try again
            </Link>
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
