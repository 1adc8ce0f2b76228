import { Link, useLocation } from 'react-router';
import { LOAD_FAILURE_MESSAGES, type LoadFailure } from '#shared/load-failures/messages.ts';
import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import { RetryLink } from '#app/site/layout/retry-link.tsx';
import type { SiteUrl } from '#shared/routes.ts';

type Props = {
  title: string;
  text: string;
  back: { to: SiteUrl; label: string };
  failure: LoadFailure | null;
};

export function MissingPage({ title, text, back, failure }: Props) {
  const { pathname } = useLocation();
  return (
    <section className="content-width section-space">
      <div className="card grid overflow-hidden lg:grid-cols-[22rem_1fr]">
        <div className="h-32 border-line bg-surface-sunken max-lg:border-b lg:h-auto lg:min-h-80 lg:border-e">
          <EightPointGrid />
        </div>
        <div className="grid content-center justify-items-start gap-4 p-6 sm:p-10 lg:p-14">
          <h1 className="text-3xl outline-none">{title}</h1>
          <p className="max-w-text text-lg text-ink-muted">
            {failure ? LOAD_FAILURE_MESSAGES[failure] : text}
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            {failure && <RetryLink to={pathname} failure={failure} />}
            <Link
              to={back.to}
              className={`button ${failure ? 'button-secondary' : 'button-primary'}`}
            >
              {back.label}
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
