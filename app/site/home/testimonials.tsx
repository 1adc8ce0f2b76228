import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { DocumentHtml } from '#app/lib/document-html.tsx';
import type { Testimonial } from '#shared/testimonials/schema.ts';
import { moveIndex, swipeStep } from './carousel-index.ts';
import { imageName } from './image-name.ts';
import { initialsOf } from './initials.ts';
import { TESTIMONIAL_MESSAGES } from './messages.ts';
import { useIsHydrated } from '#app/lib/use-is-hydrated.ts';

const MAX_PREVIEWS = 3;
const MAX_STARS = 5;
const ARROWS = [
  { by: -1, label: TESTIMONIAL_MESSAGES.previous, path: 'm10 3-5 5 5 5' },
  { by: 1, label: TESTIMONIAL_MESSAGES.next, path: 'm6 3 5 5-5 5' },
] as const;
const STAR_OUTLINE = 'm8 1.5 2 4.3 4.7.6-3.5 3.2.9 4.7L8 12l-4.1 2.3.9-4.7L1.3 6.4 6 5.8z';

type Props = {
  testimonials: readonly Testimonial[];
  /** With the portraits; see static/content-images.tsx. */
  html: Record<string, string> | undefined;
};

/**
 * One testimonial at a time. The server's page is a row that snaps while it is scrolled, which is what stays without scripts; with them
 * the slides lie on each other and only the chosen one is there.
 */
export function Testimonials({ testimonials, html }: Props) {
  const isLive = useIsHydrated();
  const [index, setIndex] = useState(0);
  const [hasMoved, setHasMoved] = useState(false);
  const swipeStart = useRef<{ x: number; y: number } | null>(null);
  const count = testimonials.length;
  const shown = testimonials[index] ?? testimonials[0];
  if (!shown) return null;

  function goTo(next: number) {
    setIndex(next);
    setHasMoved(true);
  }

  function step(by: 1 | -1) {
    goTo(moveIndex(index, by, count));
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'ArrowLeft') step(-1);
    else return;
    event.preventDefault();
  }

  function handlePointerUp(event: PointerEvent) {
    const start = swipeStart.current;
    swipeStart.current = null;
    if (!start || count < 2) return;
    const by = swipeStep(event.clientX - start.x, event.clientY - start.y);
    if (by) step(by);
  }

  return (
    <section
      aria-label={TESTIMONIAL_MESSAGES.label}
      aria-roledescription="carousel"
      className="section-space-tight border-t border-line"
    >
      <div className="content-width grid gap-6 lg:gap-8">
        <h2 className="text-xl text-ink-muted">{TESTIMONIAL_MESSAGES.heading}</h2>
        <div
          tabIndex={isLive ? undefined : 0}
          className={
            isLive
              ? 'grid touch-pan-y'
              : 'relative grid snap-x snap-mandatory auto-cols-[100%] grid-flow-col overflow-x-auto [scrollbar-width:none] [@media(scripting:none)]:[scrollbar-width:thin]'
          }
          onPointerDown={(event) => {
            if (event.pointerType !== 'mouse') {
              swipeStart.current = { x: event.clientX, y: event.clientY };
            }
          }}
          onPointerUp={handlePointerUp}
          onPointerCancel={() => {
            swipeStart.current = null;
          }}
        >
          {testimonials.map((testimonial, position) => (
            <div
              key={testimonial.id}
              role="group"
              aria-roledescription="slide"
              aria-label={TESTIMONIAL_MESSAGES.position(position + 1, count)}
              className={slideClass({ isLive, hasMoved, isShown: testimonial === shown })}
            >
              <Slide testimonial={testimonial} html={html} />
            </div>
          ))}
        </div>
        {count > 1 && (
          <div className="grid gap-5 lg:grid-cols-[auto_1fr] lg:items-center lg:gap-12 [@media(scripting:none)]:hidden">
            <div className="flex items-center gap-2">
              {ARROWS.map(({ by, label, path }) => (
                <button
                  key={label}
                  type="button"
                  aria-label={label}
                  onClick={() => step(by)}
                  onKeyDown={handleKeyDown}
                  className="grid size-11 place-items-center rounded border border-line-strong hover:border-accent hover:text-accent"
                >
                  <svg
                    viewBox="0 0 16 16"
                    aria-hidden="true"
                    strokeWidth="1.5"
                    className="size-5 fill-none stroke-current"
                  >
                    <path d={path} />
                  </svg>
                </button>
              ))}
              <ul className="ms-2 flex flex-wrap">
                {testimonials.map((testimonial, position) => (
                  <li key={testimonial.id}>
                    <button
                      type="button"
                      aria-label={TESTIMONIAL_MESSAGES.show(position + 1, count)}
                      aria-current={testimonial === shown ? 'true' : undefined}
                      onClick={() => goTo(position)}
                      onKeyDown={handleKeyDown}
                      className="group grid size-8 place-items-center pointer-coarse:size-11"
                    >
                      <span className="size-2.5 rotate-45 border border-line-strong group-hover:border-accent group-aria-current:state-fill group-aria-current:border-accent group-aria-current:bg-accent" />
                    </button>
                  </li>
                ))}
              </ul>
            </div>
            <ul className="grid auto-cols-fr grid-flow-col gap-3">
              {testimonials.slice(0, MAX_PREVIEWS).map((testimonial, position) => (
                <li key={testimonial.id}>
                  <PreviewCard
                    html={html}
                    testimonial={testimonial}
                    isShown={testimonial === shown}
                    onClick={() => goTo(position)}
                    onKeyDown={handleKeyDown}
                  />
                </li>
              ))}
            </ul>
            <p role="status" className="sr-only">
              {hasMoved && TESTIMONIAL_MESSAGES.shown(index + 1, count, shown.clientName)}
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

type SlideState = { isLive: boolean; hasMoved: boolean; isShown: boolean };

function slideClass({ isLive, hasMoved, isShown }: SlideState): string {
  if (!isLive) return 'snap-start';
  const fade = hasMoved
    ? 'motion-safe:transition-[opacity,visibility] motion-safe:duration-300'
    : '';
  return `col-start-1 row-start-1 ${fade} ${isShown ? '' : 'invisible opacity-0'}`;
}

type SlideProps = Pick<Props, 'html'> & { testimonial: Testimonial };

function Slide({ testimonial, html }: SlideProps) {
  const { quote, rating, clientName, clientTitle, clientCompany } = testimonial;
  return (
    <figure className="grid gap-5 lg:grid-cols-[3fr_1fr] lg:gap-16">
      <blockquote className="grid content-start gap-4">
        {rating !== null && <Stars rating={rating} />}
        <p className="max-w-[52ch] font-display text-lg leading-snug font-medium text-pretty sm:text-2xl sm:leading-snug">
          “{quote}”
        </p>
      </blockquote>
      <figcaption className="flex items-center gap-4 lg:flex-col lg:items-start lg:border-s lg:border-line lg:ps-8">
        <Portrait
          testimonial={testimonial}
          html={html}
          className="size-14 text-lg lg:size-24 lg:text-2xl"
        />
        <div>
          <p className="font-semibold">{clientName}</p>
          {clientTitle && <p className="text-sm text-ink-muted">{clientTitle}</p>}
          {clientCompany && <p className="text-sm text-ink-muted">{clientCompany}</p>}
        </div>
      </figcaption>
    </figure>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <p className="flex gap-1">
      <span className="sr-only">{TESTIMONIAL_MESSAGES.rating(rating, MAX_STARS)}</span>
      {Array.from({ length: MAX_STARS }, (_, star) => (
        <svg
          key={star}
          viewBox="0 0 16 16"
          aria-hidden="true"
          strokeLinejoin="round"
          className={`size-5 ${star < rating ? 'fill-accent stroke-accent' : 'fill-transparent stroke-line-strong'}`}
        >
          <path d={STAR_OUTLINE} />
        </svg>
      ))}
    </p>
  );
}

function Portrait({ testimonial, html, className }: SlideProps & { className: string }) {
  if (testimonial.photoUrl) {
    return (
      <DocumentHtml
        as="span"
        name={imageName(testimonial)}
        html={html?.[imageName(testimonial)]}
        className={`${className} portrait`}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={`${className} grid shrink-0 place-items-center rounded-full bg-accent-2/15 font-display font-semibold text-accent`}
    >
      {initialsOf(testimonial.clientName)}
    </span>
  );
}

type PreviewCardProps = SlideProps & {
  isShown: boolean;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function PreviewCard({ testimonial, html, isShown, ...press }: PreviewCardProps) {
  return (
    <button
      type="button"
      aria-current={isShown ? 'true' : undefined}
      {...press}
      className="card flex h-full w-full items-center gap-3 p-2.5 text-start hover:border-accent aria-current:border-accent max-sm:flex-col max-sm:gap-1 max-sm:text-center"
    >
      <Portrait testimonial={testimonial} html={html} className="size-11 text-sm" />
      <span className="min-w-0">
        <span className="block text-sm leading-tight font-semibold wrap-anywhere">
          {testimonial.clientName}
        </span>
        <span className="line-clamp-1 text-sm text-ink-muted max-sm:hidden">
          {testimonial.quote}
        </span>
      </span>
    </button>
  );
}
