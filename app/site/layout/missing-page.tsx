import { Link } from 'react-router';
import { EightPointGrid } from './ornament.tsx';

type Props = {
  title: string;
  text: string;
  back: { to: string; label: string };
  /** The address to load again when the page could not be loaded; null when it does not exist. */
  retryTo: string | null;
};

/** Stands where a post or project should be. */
export function MissingPage({ title, text, back, retryTo }: Props) {
  return (
    <section className="content-width section-space">
      <div className="card grid overflow-hidden lg:grid-cols-[22rem_1fr]">
        <div className="h-32 border-line bg-surface-sunken max-lg:border-b lg:h-auto lg:min-h-80 lg:border-e">
          <EightPointGrid />
        </div>
        <div className="grid content-center justify-items-start gap-4 p-6 sm:p-10 lg:p-14">
          <h1 className="text-3xl outline-none">{title}</h1>
          <p className="max-w-text text-lg text-ink-muted">{text}</p>
          {retryTo && (
            <p className="max-w-text text-ink-muted">
              It could not be loaded just now. Please try again in a moment.
            </p>
          )}
          <div className="mt-2 flex flex-wrap gap-3">
            {retryTo && (
              <Link to={retryTo} reloadDocument className="button button-primary">
                Try again
              </Link>
            )}
            <Link
              to={back.to}
              className={`button ${retryTo ? 'button-secondary' : 'button-primary'}`}
            >
              {back.label}
            </Link>
          </div>
        </div>
      </div>
    </section>
  );
}
