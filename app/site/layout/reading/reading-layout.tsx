import type { ReactNode } from 'react';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import type { TextSection } from './sections.ts';
import { ChevronDown } from 'lucide-react';

type Props = {
  sections: readonly TextSection[];
  facts: ReactNode;
  className: string;
  children?: ReactNode;
};

/** The table of contents links to the elements around the sections. */
export function ReadingLayout({ sections, facts, className, children }: Props) {
  return (
    <div
      className={`content-width grid gap-x-16 gap-y-8 print:gap-y-3 lg:grid-cols-[15rem_minmax(0,1fr)] ${className}`}
    >
      <div className="border-t border-line pt-5 lg:pt-6 print:pt-3">
        <div className="grid gap-4 lg:sticky lg:top-[calc(var(--bar-height)+2rem)] lg:-m-1 lg:max-h-[calc(100dvh-var(--bar-height)-3rem)] lg:gap-6 lg:overflow-y-auto lg:p-1 print:static">
          {facts}
          <TableOfContents sections={sections} />
        </div>
      </div>
      <div className="min-w-0 border-t border-line pt-6 print:pt-3 wrap-break-word contain-content">
        {sections.map(({ id, html }) => (
          <TrustedHtml
            key={id}
            id={id}
            html={html}
            className="prose [&_pre]:whitespace-pre-wrap [&:first-child>:first-child]:mt-0"
          />
        ))}
        {children}
      </div>
    </div>
  );
}

function TableOfContents({ sections }: { sections: readonly TextSection[] }) {
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

const READING_MESSAGES = { contents: 'On this page' } as const;
