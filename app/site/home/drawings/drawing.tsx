import type { ComponentProps, ReactNode } from 'react';

type DrawingProps = {
  title?: string | undefined;
  viewBox: string;
  className?: string;
  children: ReactNode;
};

export function Drawing({ title, viewBox, className = '', children }: DrawingProps) {
  return (
    <div className={`drawing ${className}`}>
      <svg
        viewBox={viewBox}
        role={title ? 'img' : undefined}
        aria-label={title}
        aria-hidden={title ? undefined : true}
        className="font-sans text-ink-muted"
      >
        {children}
      </svg>
    </div>
  );
}

/** Paths, each given as `classes | outline`. A line that draws itself (see drawings.css) has the length 1. */
export function drawPaths(...rows: string[]) {
  return rows.map((row) => {
    const [classes = '', outline] = row.split(' | ');
    const length = classes.includes('draw-line') ? 1 : undefined;
    return <path key={row} d={outline} pathLength={length} className={classes} />;
  });
}

export function Label({ text, ...attributes }: ComponentProps<'text'> & { text: string }) {
  return <text {...attributes}>{text}</text>;
}

export const STAR =
  'M10 0 7.1 2.9V7.1H2.9L0 10-2.9 7.1H-7.1V2.9L-10 0-7.1-2.9V-7.1H-2.9L0-10 2.9-7.1H7.1V-2.9z';
