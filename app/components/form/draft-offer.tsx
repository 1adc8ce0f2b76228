import { useEffect, useRef } from 'react';
import { DRAFT_MESSAGES } from './messages.ts';

type Props = { savedAt: number; onRestore: () => void; onDiscard: () => void };

const GAP_PX = 12;

// Rendered in the browser only, in the time zone of the device.
const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export function DraftOffer({ savedAt, onRestore, onDiscard }: Props) {
  const box = useRef<HTMLElement>(null);

  // The offer must not cover a focused field.
  useEffect(() => {
    if (!box.current) return undefined;
    const offer = box.current;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const covered = window.innerHeight - offer.getBoundingClientRect().top;
      style.scrollPaddingBottom = `${Math.round(covered) + GAP_PX}px`;
    });
    observer.observe(offer);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, []);

  return (
    <section
      ref={box}
      aria-label={DRAFT_MESSAGES.label}
      className="fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-3xl flex-wrap items-center gap-x-6 gap-y-3 rounded border-2 border-accent bg-surface-raised p-4 shadow-lg"
    >
      <p role="status" className="min-w-56 flex-1">
        {DRAFT_MESSAGES.text(when.format(savedAt))}
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button button-primary" onClick={onRestore}>
          {DRAFT_MESSAGES.restore}
        </button>
        <button type="button" className="button button-secondary" onClick={onDiscard}>
          {DRAFT_MESSAGES.discard}
        </button>
      </div>
    </section>
  );
}
