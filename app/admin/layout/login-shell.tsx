import { Link } from 'react-router';

/** Stands where the back office will be; it holds no data and asks for none. */
export function LoginShell() {
  return (
    <main className="content-width grid min-h-dvh content-center justify-items-center gap-4 py-16 text-center">
      <h1 className="text-2xl">Admin Login</h1>
      <p className="max-w-text text-ink-muted">
        The back office is not part of this version yet. Please contact the administrator for
        credentials.
      </p>
      <Link to="/" className="button button-secondary">
        View Site
      </Link>
    </main>
  );
}
