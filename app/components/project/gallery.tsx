import { Maximize2 } from 'lucide-react';
import { type ComponentType, type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isPlainClick } from '#app/lib/plain-click.ts';
import { StoredImage } from '#app/components/image/stored-image.tsx';
import { splitImageUrl } from '#shared/uploads/variants.ts';
import { PROJECT_PAGE_MESSAGES as MESSAGES } from '#shared/projects/messages.ts';
import type { LightboxProps } from './lightbox.tsx';

const WHOLE_WIDTH = '(min-width: 75rem) 1136px, 92vw';
const HALF_WIDTH = '(min-width: 75rem) 560px, (min-width: 40rem) 46vw, 92vw';

const loadLightbox = () => import('./lightbox.tsx').then((module) => module.Lightbox);

function moveImage(thumbnail: Element | null | undefined, isOpening: boolean, change: () => void) {
  const image = thumbnail?.querySelector('img');
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!image || isStill || !('startViewTransition' in document)) return change();
  const mark = (isMarked: boolean) =>
    image.style.setProperty('view-transition-name', isMarked ? 'enlarged-image' : 'none');
  mark(isOpening);
  const { ready, finished } = document.startViewTransition(() => {
    change();
    mark(!isOpening);
  });
  // Rejects when another transition begins; the change is made anyway.
  ready.catch(() => {});
  void finished.finally(() => mark(false));
}

export function Gallery({ urls, title }: { urls: readonly string[]; title: string }) {
  const list = useRef<HTMLUListElement>(null);
  const [opened, setOpened] = useState<{
    Lightbox: ComponentType<LightboxProps>;
    index: number;
  } | null>(null);
  if (urls.length === 0) return null;
  const images = urls.map((url, index) => ({ url, alt: MESSAGES.view(title, index + 2) }));

  const isAlone = (index: number) => index === 0 && urls.length % 2 === 1;

  async function open(event: MouseEvent<HTMLAnchorElement>, index: number) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const link = event.currentTarget;
    try {
      const Lightbox = await loadLightbox();
      moveImage(link, true, () => flushSync(() => setOpened({ Lightbox, index })));
    } catch {
      window.location.assign(link.href);
    }
  }

  return (
    <section aria-labelledby="gallery-heading" className="content-width">
      <h2 id="gallery-heading" className="text-2xl">
        {MESSAGES.gallery}
      </h2>
      <ul ref={list} className="mt-6 grid gap-4 sm:grid-cols-2">
        {images.map(({ url, alt }, index) => (
          <li key={url} className={isAlone(index) ? 'sm:col-span-2' : ''}>
            <a
              href={splitImageUrl(url).file}
              className="group relative block overflow-hidden rounded border border-line hover:border-accent"
              onPointerEnter={() => void loadLightbox().catch(() => {})}
              onClick={(event) => void open(event, index)}
            >
              <span className="sr-only">{MESSAGES.enlarge}</span>
              <StoredImage
                url={url}
                alt={alt}
                width={1200}
                height={750}
                sizes={isAlone(index) ? WHOLE_WIDTH : HALF_WIDTH}
                className="aspect-[16/10] w-full object-cover"
              />
              <span
                aria-hidden="true"
                className="absolute end-3 bottom-3 grid size-9 print:hidden place-items-center rounded border border-line bg-surface text-ink-muted group-hover:border-accent group-hover:text-accent"
              >
                <Maximize2 className="size-4" />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {opened && (
        <opened.Lightbox
          title={title}
          images={images}
          first={opened.index}
          onClose={(index, close) =>
            moveImage(list.current?.children[index], false, () => {
              close();
              flushSync(() => setOpened(null));
            })
          }
        />
      )}
    </section>
  );
}
