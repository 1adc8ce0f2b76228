import { ChevronDown } from 'lucide-react';
import { READING_MESSAGES } from './messages.ts';
import type { TextSection } from './sections.ts';

type Props = { sections: readonly TextSection[] };

export function TableOfContents({ sections }: Props) {
  const named = sections.filter(({ id }) => id !== null);
  if (named.length === 0) return null;
  const links = (linkClass: string) => (
    <ol className="border-s border-line">
      {named.map(({ id, heading }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={`-ms-px flex items-center border-s border-transparent ps-4 text-ink-muted hover:border-accent hover:text-accent ${linkClass}`}
          >
            {heading}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <nav aria-label={READING_MESSAGES.contents} className="print:hidden">
      <details className="group rounded border border-line bg-surface-raised lg:hidden">
        <summary className="flex min-h-11 list-none items-center justify-between gap-4 px-4 font-medium [&::-webkit-details-marker]:hidden">
          {READING_MESSAGES.contents}
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-accent-2 motion-safe:transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="px-4 pb-3">{links('min-h-11 py-1.5 leading-snug')}</div>
      </details>
      <div className="max-lg:hidden">
        <p aria-hidden="true" className="mb-2 text-sm font-semibold">
          {READING_MESSAGES.contents}
        </p>
        {links('min-h-8 pointer-coarse:min-h-11 py-1 text-sm leading-snug')}
      </div>
    </nav>
  );
}
