import { useSiteSettings } from '#app/components/live-settings.tsx';
import type { SiteUrl } from '#shared/routes.ts';
import type { SiteContent } from '#shared/site-content/types.ts';
import { ContactShortcuts } from './contact-shortcuts.tsx';
import { EightPointGrid } from './ornament.tsx';
import { SiteLink } from './site-link.tsx';

type Closing = keyof SiteContent['page/post'] & `closing${string}`;

type Props = {
  copy: Partial<Record<Closing, string>>;
  /** Targets of the first and second button. */
  links: readonly [SiteUrl, SiteUrl];
};

export function ClosingCard({ copy, links: [primary, secondary] }: Props) {
  const { hidden } = useSiteSettings().settings.navigation;
  if (!copy.closingHeading) return <div className="pb-24 print:hidden" />;
  const buttons = [
    { to: primary, label: copy.closingPrimary, variant: 'button-primary' },
    { to: secondary, label: copy.closingSecondary, variant: 'button-secondary' },
  ].filter(({ to, label }) => label && !hidden.includes(to));
  return (
    <section aria-labelledby="closing-heading" className="content-width section-space print:hidden">
      <div className="card relative grid overflow-hidden lg:grid-cols-[1fr_22rem]">
        <div className="grid content-center justify-items-start gap-4 p-6 sm:p-10 lg:p-14">
          <h2 id="closing-heading" className="text-3xl">
            {copy.closingHeading}
          </h2>
          {copy.closingText && (
            <p className="max-w-text text-lg text-ink-muted">{copy.closingText}</p>
          )}
          <div className="mt-2 flex flex-wrap gap-3">
            {buttons.map(({ to, label, variant }) => (
              <SiteLink key={variant} to={to} prefetch="intent" className={`button ${variant}`}>
                {label}
              </SiteLink>
            ))}
          </div>
          <ContactShortcuts className="md:hidden" />
        </div>
        <div className="min-h-24 border-t border-line bg-surface-sunken max-lg:order-first max-lg:h-24 max-lg:border-t-0 max-lg:border-b lg:border-s lg:border-t-0">
          <EightPointGrid />
        </div>
      </div>
    </section>
  );
}
