import { useResponseTime } from '#app/components/office-hours/use-response-time.ts';
import type { SiteUrl } from '#shared/routes.ts';
import { EightPointGrid } from './ornament.tsx';
import { SiteLink } from './site-link.tsx';

type Action = { to: SiteUrl; label: string };

type Props = {
  heading: string;
  text: string | ((within: string) => string);
  primary: Action;
  secondary: Action;
};

export function ClosingCard({ heading, text, primary, secondary }: Props) {
  const { within } = useResponseTime();
  return (
    <section aria-labelledby="closing-heading" className="content-width section-space print:hidden">
      <div className="card relative grid overflow-hidden lg:grid-cols-[1fr_22rem]">
        <div className="grid content-center justify-items-start gap-4 p-6 sm:p-10 lg:p-14">
          <h2 id="closing-heading" className="text-3xl">
            {heading}
          </h2>
          <p className="max-w-text text-lg text-ink-muted">
            {typeof text === 'string' ? text : text(within)}
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            <SiteLink to={primary.to} prefetch="intent" className="button button-primary">
              {primary.label}
            </SiteLink>
            <SiteLink to={secondary.to} prefetch="intent" className="button button-secondary">
              {secondary.label}
            </SiteLink>
          </div>
        </div>
        <div className="min-h-24 border-t border-line bg-surface-sunken max-lg:order-first max-lg:h-24 max-lg:border-t-0 max-lg:border-b lg:border-s lg:border-t-0">
          <EightPointGrid />
        </div>
      </div>
    </section>
  );
}
