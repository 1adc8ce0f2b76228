import { Link } from 'react-router';
import { LOAD_FAILURE_MESSAGES } from '#shared/load-failures/messages.ts';
import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import { type Retry, RetryLink } from '#app/site/layout/retry-link.tsx';
import type { SiteUrl } from '#shared/routes.ts';

type Props = {
  title: string;
  text: string;
  back: { to: SiteUrl; label: string };
  /** Why the page could not be loaded, and the address to load again; null when it does not exist. */
  retry: Retry | null;
};

/** Stands where a post or project should be. */
export function MissingPage({ title, text, back, retry }: Props) {
  return (
    <section className="content-width section-space">
      <div className="card grid overflow-hidden lg:grid-cols-[22rem_1fr]">
        <div className="h-32 border-line bg-surface-sunken max-lg:border-b lg:h-auto lg:min-h-80 lg:border-e">
          <EightPointGrid />
        </div>
        <div className="grid content-center justify-items-start gap-4 p-6 sm:p-10 lg:p-14">
          <h1 className="text-3xl outline-none">{title}</h1>
          <p className="max-w-text text-lg text-ink-muted">{text}</p>
          {retry && (
            <p className="max-w-text text-ink-muted">{LOAD_FAILURE_MESSAGES[retry.failure]}</p>
          )}
          <div className="mt-2 flex flex-wrap gap-3">
            {retry && <RetryLink retry={retry} />}
            <Link
              to={back.to}
              className={`button ${retry ? 'button-secondary' : 'button-primary'}`}
            >
              {back.label}
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
