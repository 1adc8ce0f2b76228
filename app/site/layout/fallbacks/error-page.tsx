import { findErrorPage } from '#app/lib/load-failure.ts';
import { useCompany } from '#app/components/live-settings.tsx';
import { ERROR_PAGES } from '#shared/load-failures/messages.ts';
import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';

type Props = { error: unknown };

/** Stands alone, because the layout may have failed. */
export function ErrorPage({ error }: Props) {
  return (
    <main className="min-h-dvh content-center">
      <ErrorNotice error={error} />
    </main>
  );
}

export function ErrorNotice({ error }: Props) {
  const company = useCompany();
  const { title, heading, text } = ERROR_PAGES[findErrorPage(error)];
  return (
    <div className="content-width grid content-center justify-items-start gap-6 py-16">
      <title>{`${title} | ${company.name}`}</title>
      <meta name="robots" content="noindex" />
      <div className="h-36 w-full">
        <EightPointGrid />
      </div>
      <h1 className="text-3xl">{heading}</h1>
      <p className="max-w-text text-lg text-ink-muted">{text}</p>
      <div className="flex flex-wrap gap-4">
        <button
          type="button"
          className="button button-primary"
          onClick={() => window.location.reload()}
        >
          {LAYOUT_MESSAGES.tryAgain}
        </button>
        <a href="/" className="button button-secondary">
          {LAYOUT_MESSAGES.returnHome}
        </a>
        {company.email && (
          <a href={`mailto:${company.email}`} className="button button-secondary">
            {company.email}
          </a>
        )}
      </div>
    </div>
  );
}
