import type { ReactNode } from 'react';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import type { TextSection } from './sections.ts';
import { TableOfContents } from './table-of-contents.tsx';

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
