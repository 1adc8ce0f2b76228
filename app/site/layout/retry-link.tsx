import { Link } from 'react-router';
import type { LoadFailure } from '#shared/load-failures/messages.ts';
import { LAYOUT_MESSAGES } from './messages.ts';

type Props = { to: string; failure: LoadFailure };

/** Loads again; as a whole only from a server that is there, since the browser's own error page would take this one's place. */
export function RetryLink({ to, failure }: Props) {
  return (
    <Link to={to} reloadDocument={failure === 'unavailable'} className="button button-primary">
      {LAYOUT_MESSAGES.tryAgain}
    </Link>
  );
}
