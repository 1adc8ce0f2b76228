import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';

export function NotFoundPage() {
  return (
    <section className="content-width section-space grid justify-items-start gap-6">
      <EightPointGrid />
      <p className="eyebrow">404</p>
      <h1 className="text-3xl">Oops! Page not found</h1>
      <p className="max-w-text text-lg text-ink-muted">
        The address may have a typing error, or the page has moved.
      </p>
      <SiteLink to="/" className="button button-primary">
        Return to Home
      </SiteLink>
    </section>
  );
}
