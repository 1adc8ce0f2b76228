import { TrustedHtml } from '#app/lib/trusted-html.tsx';

export function About({ textHtml }: { textHtml: string }) {
  return (
    <section id="about" aria-labelledby="about-heading" className="section-space">
      <TrustedHtml html={textHtml} className="content-width grid gap-16 lg:gap-24" />
    </section>
  );
}
