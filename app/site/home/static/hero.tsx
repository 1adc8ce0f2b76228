import { toInlineSvg } from '#app/lib/drawing.ts';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import { StoredImage } from '#app/components/image/stored-image.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import drawing from '#content/drawings/hero.svg?raw';
import { fillVariables } from '#shared/site-content/variables.ts';
import type { HomeContent } from '#shared/site-content/home.ts';

type Props = { home: HomeContent; name: string; orderLabel: string; response: string };

export function Hero({ home, name, orderLabel, response }: Props) {
  const { headline, sentence, promise, hasDemo, demoButton, image, imageAlt, hasDrawing } = home;
  const hasImage = image !== null || hasDrawing;
  return (
    <section aria-labelledby="hero-heading" className="squared-paper border-b border-line">
      <div
        className={`content-width grid gap-x-14 gap-y-8 pt-7 pb-10 sm:pt-10 lg:py-16 xl:gap-x-20 xl:py-20 ${hasImage ? 'lg:grid-cols-[8fr_9fr]' : 'lg:grid-cols-[2fr_1fr]'}`}
      >
        <div className="flex min-w-0 flex-col items-start gap-5 xl:gap-6">
          <h1
            id="hero-heading"
            className="trim-text text-4xl lg:text-[clamp(2.5rem,1.1rem+2.2vw,3.25rem)]"
          >
            {headline || name}
          </h1>
          {sentence && (
            <p className="max-w-text text-ink-muted sm:text-lg lg:mt-auto lg:max-xl:text-base">
              {sentence}
            </p>
          )}
          <div className="flex flex-wrap gap-3 lg:my-2">
            <SiteLink to="/order" className="button button-primary px-7">
              {orderLabel}
            </SiteLink>
            {hasDemo && demoButton && (
              <SiteLink to="/#demo" className="button button-secondary bg-surface">
                <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 fill-current">
                  <path d="M3 1.5v13L14 8z" />
                </svg>
                {demoButton}
              </SiteLink>
            )}
          </div>
          {promise && (
            <p className="trim-text border-s-2 border-accent-2 ps-4 text-sm text-ink-muted">
              {fillVariables(promise, { response })}
            </p>
          )}
        </div>
        {hasImage && (
          <div className="min-w-0">
            {image ? (
              <StoredImage
                url={image}
                alt={imageAlt}
                width={1200}
                height={960}
                sizes="(min-width: 64rem) 50vw, 92vw"
                isAboveFold
                className="h-auto w-full rounded-lg"
              />
            ) : (
              <TrustedHtml
                html={toInlineSvg(drawing, imageAlt)}
                className="drawing drawing-large"
              />
            )}
          </div>
        )}
      </div>
    </section>
  );
}
