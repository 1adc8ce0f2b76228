import type { ReactNode } from 'react';

type Props = { title: string; intro: ReactNode; eyebrow?: ReactNode; children?: ReactNode };

export function PageHeader({ title, intro, eyebrow, children }: Props) {
  return (
    <header className="content-width print:pt-0 pt-12 sm:pt-16 lg:pt-24">
      <div className="grid gap-x-12 gap-y-4 lg:grid-cols-[7fr_5fr] lg:items-end">
        <div className="grid justify-items-start gap-3">
          {eyebrow}
          <h1 className="text-4xl outline-none">{title}</h1>
        </div>
        {intro && <p className="max-w-text text-lg text-ink-muted lg:pb-1.5">{intro}</p>}
      </div>
      {children && <div className="mt-8 border-t border-line pt-6 lg:mt-12">{children}</div>}
    </header>
  );
}
