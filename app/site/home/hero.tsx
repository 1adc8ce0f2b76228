import { DocumentHtml } from '#app/lib/document-html.tsx';
import { LAYOUT_MESSAGES } from '#app/site/layout/messages.ts';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { DemoButton } from '#app/site/home/demo/demo-button.tsx';
import { HERO } from './messages.ts';

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
              {LAYOUT_MESSAGES.order}
            </SiteLink>
            <DemoButton />
          </div>
          <p className="mt-8 border-s-2 border-accent-2 ps-4 text-sm text-ink-muted">
            {HERO.promise}
          </p>
        </div>
        <DocumentHtml name="heroDrawing" html={drawingHtml} className="min-w-0" />
      </div>
    </section>
  );
}
