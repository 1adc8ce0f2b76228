import { COMPANY } from '#shared/company.ts';
import { EightPointGrid } from './ornament.tsx';

/** The page for what nobody foresaw; it stands alone, because the layout may be what failed. */
export function ErrorPage({ status }: { status: number }) {
  const isUnavailable = status === 503;
  return (
    <main className="content-width grid min-h-dvh content-center justify-items-start gap-6 py-16">
      <title>{`${isUnavailable ? 'Not available right now' : 'Something went wrong'} | ${COMPANY.name}`}</title>
      <meta name="robots" content="noindex" />
      <EightPointGrid />
      <h1 className="text-3xl">
        {isUnavailable ? 'This page is not available right now' : 'Something went wrong'}
      </h1>
      <p className="max-w-text text-lg text-ink-muted">
        {isUnavailable
          ? 'We are already on it. Please try again in a moment.'
          : 'The fault is on our side and has been recorded. Please try again, or write to us.'}
      </p>
      <div className="flex flex-wrap gap-4">
        <button
          type="button"
          className="button button-primary"
          onClick={() => window.location.reload()}
        >
          Try again
        </button>
        <a href="/" className="button button-secondary">
          Return to Home
        </a>
        <a href={`mailto:${COMPANY.email}`} className="button button-secondary">
          {COMPANY.email}
        </a>
      </div>
    </main>
  );
}
