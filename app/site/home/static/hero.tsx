import { toInlineSvg } from '#app/lib/drawing.ts';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import { HERO, HERO_DRAWING, HOME_BUTTONS } from '#app/site/home/messages.ts';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import drawing from '#content/drawings/hero.svg?raw';

const DRAWING = toInlineSvg(drawing, HERO_DRAWING);

export function Hero({ response }: { response: string }) {
  return (
    <section aria-labelledby="hero-heading" className="squared-paper border-b border-line">
      <div className="content-width grid gap-x-14 gap-y-8 pt-7 pb-10 sm:pt-10 lg:grid-cols-[8fr_9fr] lg:py-16 xl:gap-x-20 xl:py-20">
        <div className="flex min-w-0 flex-col items-start gap-5 xl:gap-6">
          <h1
            id="hero-heading"
            className="trim-text text-4xl lg:text-[clamp(2.5rem,1.1rem+2.2vw,3.25rem)]"
          >
            {HERO.headline}
          </h1>
          <p className="max-w-text text-ink-muted sm:text-lg lg:mt-auto lg:max-xl:text-base">
            {HERO.sentence}
          </p>
          <div className="flex flex-wrap gap-3 lg:my-2">
            <SiteLink to="/order" className="button button-primary px-7">
              {LAYOUT_MESSAGES.order}
            </SiteLink>
            <SiteLink to="/#demo" className="button button-secondary bg-surface">
              <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 fill-current">
                <path d="M3 1.5v13L14 8z" />
              </svg>
              {HOME_BUTTONS.demo}
            </SiteLink>
          </div>
          <p className="trim-text border-s-2 border-accent-2 ps-4 text-sm text-ink-muted">
            {HERO.promise(response)}
          </p>
        </div>
        <div className="min-w-0">
          <TrustedHtml html={DRAWING} className="drawing drawing-large" />
        </div>
      </div>
    </section>
  );
}
