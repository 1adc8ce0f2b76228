import { DocumentHtml } from '#app/lib/document-html.tsx';

export function About({ textHtml }: { textHtml: string | undefined }) {
  return (
    <section id="about" aria-labelledby="about-heading" className="section-space">
      <DocumentHtml name="about" html={textHtml} className="content-width grid gap-16 lg:gap-24" />
    </section>
  );
}
