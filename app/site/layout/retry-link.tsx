import { Link } from 'react-router';
import type { LoadFailure } from '#shared/load-failures/messages.ts';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';

/** Reloads the document only if the server responds: the browser's error page would replace this one. */
export function RetryLink({ to, failure }: { to: string; failure: LoadFailure }) {
  return (
    <Link to={to} reloadDocument={failure === 'unavailable'} className="button button-primary">
      {LAYOUT_MESSAGES.tryAgain}
    </Link>
  );
}
