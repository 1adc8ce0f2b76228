import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { StoredImage } from '#app/components/image/stored-image.tsx';
import { PROJECT_PAGE_MESSAGES as MESSAGES } from '#shared/projects/messages.ts';

export type LightboxProps = {
  title: string;
  images: readonly { url: string; alt: string }[];
  first: number;
  /** Receives the current index, and a function that closes the dialog. */
  onClose: (index: number, close: () => void) => void;
};

const BUTTON =
  'grid size-11 place-items-center rounded border border-line-strong bg-surface text-ink hover:border-accent hover:text-accent aria-disabled:cursor-default aria-disabled:opacity-40';

export function Lightbox({ title, images, first, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState(first);
  const last = images.length - 1;

  function show(next: number) {
    const place = list.current?.children[Math.max(0, Math.min(next, last))];
    place?.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'center' });
  }

  function close() {
    onClose(index, () => dialog.current?.close());
  }

  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    list.current?.children[first]?.scrollIntoView({ behavior: 'instant', inline: 'center' });
  }, [first]);

  function handleKeyDown(event: KeyboardEvent) {
    const next = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  }

  return (
    <dialog
      ref={dialog}
      aria-label={MESSAGES.imagesOf(title)}
      className="lightbox m-0 size-full max-h-none max-w-none overflow-hidden bg-surface text-ink [view-transition-name:lightbox]"
      onKeyDown={handleKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={close}
    >
      <div className="grid h-full grid-rows-[auto_minmax(0,1fr)]">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-3 sm:px-6">
          <p role="status" className="min-w-0 text-sm text-ink-muted wrap-anywhere">
            <span className="font-semibold text-ink tabular-nums">
              {MESSAGES.shown(index + 1, images.length)}
            </span>{' '}
            {images[index]?.alt}
          </p>
          <div className="ms-auto flex gap-2">
            {images.length > 1 && (
              <>
                <button
                  type="button"
                  aria-label={MESSAGES.previousImage}
                  aria-disabled={index === 0}
                  className={BUTTON}
                  onClick={() => show(index - 1)}
                >
                  <ChevronLeft aria-hidden className="size-5" />
                </button>
                <button
                  type="button"
                  aria-label={MESSAGES.nextImage}
                  aria-disabled={index === last}
                  className={BUTTON}
                  onClick={() => show(index + 1)}
                >
                  <ChevronRight aria-hidden className="size-5" />
                </button>
              </>
            )}
            <button
              type="button"
              aria-label={MESSAGES.closeImages}
              className={BUTTON}
              onClick={close}
            >
              <X aria-hidden className="size-5" />
            </button>
          </div>
        </div>
        <ul
          ref={list}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys (WCAG 2.1.1)
          tabIndex={0}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-contain -outline-offset-2"
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setIndex(Math.round(scrollLeft / clientWidth))
          }
        >
          {images.map(({ url, alt }, at) => (
            <li
              key={url}
              inert={at !== index}
              className="grid size-full shrink-0 snap-center grid-rows-[minmax(0,1fr)] place-items-center px-3 pb-3 sm:px-6 sm:pb-6"
            >
              <StoredImage
                url={url}
                alt={alt}
                sizes="96vw"
                isAboveFold={Math.abs(at - index) < 2}
                className={`size-full object-contain ${at === index ? '[view-transition-name:enlarged-image]' : ''}`}
              />
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}
