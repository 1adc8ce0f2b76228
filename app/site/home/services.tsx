import { DocumentHtml } from '#app/lib/document-html.tsx';

export function Services({ textHtml }: { textHtml: string | undefined }) {
  return (
    <section
      id="services"
      aria-labelledby="services-heading"
      className="section-space border-y border-line bg-surface-sunken"
    >
      <DocumentHtml
        name="services"
        html={textHtml}
        className="content-width grid gap-10 lg:gap-14"
      />
    </section>
  );
}
