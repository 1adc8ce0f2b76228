import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Icon } from '#app/components/icon.tsx';
import { DocumentHtml } from '#app/lib/document-html.tsx';
import { TESTIMONIAL_MESSAGES } from './messages.ts';
import { useIsHydrated } from '#app/lib/use-is-hydrated.ts';

const MAX_PREVIEWS = 3;
const ARROWS = [
  { by: -1, label: TESTIMONIAL_MESSAGES.previous, path: 'm15 6-6 6 6 6' },
  { by: 1, label: TESTIMONIAL_MESSAGES.next, path: 'm9 6 6 6-6 6' },
] as const;

/** The slides are markup of the server, see static/testimonial.tsx. */
export type TestimonialName = { id: string; clientName: string };

type Props = {
  heading: string;
  testimonials: readonly TestimonialName[];
  html: Record<string, string> | undefined;
};

/**
 * The server renders a row with scroll snap, which works without scripts.
 * After hydration the slides are stacked, and one is visible.
 */
export function Testimonials({ heading, testimonials, html }: Props) {
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
        {heading && <h2 className="text-xl text-ink-muted">{heading}</h2>}
        <div
          tabIndex={isLive ? undefined : 0}
          className={
            isLive
              ? 'grid touch-pan-y'
              : 'relative grid snap-x snap-mandatory auto-cols-[100%] grid-flow-col overflow-x-auto [scrollbar-width:none] noscript:[scrollbar-width:thin]'
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
              <DocumentHtml
                name={`slide-${testimonial.id}`}
                html={html?.[`slide-${testimonial.id}`]}
              />
            </div>
          ))}
        </div>
        {count > 1 && (
          <div className="grid gap-5 lg:grid-cols-[auto_1fr] lg:items-center lg:gap-12 noscript:hidden">
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
                  <Icon path={path} className="size-5" />
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
                  <button
                    type="button"
                    aria-current={testimonial === shown ? 'true' : undefined}
                    onClick={() => goTo(position)}
                    onKeyDown={handleKeyDown}
                    className="card h-full w-full p-2.5 text-start hover:border-accent aria-current:border-accent"
                  >
                    <DocumentHtml
                      as="span"
                      name={`preview-${testimonial.id}`}
                      html={html?.[`preview-${testimonial.id}`]}
                      className="flex h-full items-center gap-3 max-sm:flex-col max-sm:gap-1 max-sm:text-center"
                    />
                  </button>
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
    ? 'motion-safe:transition-[opacity,visibility] motion-safe:duration-200'
    : '';
  return `col-start-1 row-start-1 ${fade} ${isShown ? '' : 'invisible opacity-0'}`;
}

export function moveIndex(index: number, step: 1 | -1, count: number): number {
  return count === 0 ? 0 : (index + step + count) % count;
}

const SWIPE_PX = 48;

/** Null if the swipe was too short or mostly vertical. */
export function swipeStep(deltaX: number, deltaY: number): 1 | -1 | null {
  if (Math.abs(deltaX) < SWIPE_PX || Math.abs(deltaX) < Math.abs(deltaY)) return null;
  return deltaX < 0 ? 1 : -1;
}
