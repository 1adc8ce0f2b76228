import { DocumentHtml } from '#app/lib/document-html.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { COMPANY } from '#shared/company/values.ts';
import { DemoButton } from '#app/site/home/demo/demo-button.tsx';
import { HERO } from './home-content.ts';

export function Hero({ drawingHtml }: { drawingHtml: string | undefined }) {
  return (
    <section aria-labelledby="hero-heading" className="squared-paper border-b border-line">
      <div className="content-width grid gap-x-12 gap-y-8 pt-10 pb-14 md:pt-14 lg:grid-cols-[5fr_7fr] lg:pb-20 xl:grid-cols-[4fr_7fr] xl:gap-x-24">
        <h1 id="hero-heading" className="text-4xl lg:col-span-2">
          {HERO.headline}
        </h1>
        <div className="min-w-0 lg:self-center lg:pb-16">
          <p className="max-w-text text-lg text-ink-muted">{HERO.sentence}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <SiteLink to="/order" prefetch="intent" className="button button-primary px-7">
              Order Now
            </SiteLink>
            <DemoButton />
          </div>
          <p className="mt-8 border-s-2 border-accent-2 ps-4 text-sm text-ink-muted">
            {COMPANY.responsePromise}. The first consultation is free.
          </p>
        </div>
        <DocumentHtml name="heroDrawing" html={drawingHtml} className="min-w-0" />
      </div>
    </section>
  );
}
