import { TrustedHtml } from '#app/lib/trusted-html.tsx';

export function Services({ textHtml }: { textHtml: string }) {
  return (
    <section
      id="services"
      aria-labelledby="services-heading"
      className="section-space border-y border-line bg-surface-sunken"
    >
      <TrustedHtml html={textHtml} className="content-width grid gap-10 lg:gap-14" />
    </section>
  );
}
