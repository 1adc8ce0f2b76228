import { useId } from 'react';

export const STAR = 'M24 0 17 7V17H7L0 24-7 17H-17V7L-24 0-17-7V-17H-7L0-24 7-17H17V-7z';
const INNER_STAR =
  'M12 0 8.5 3.5V8.5H3.5L0 12-3.5 8.5H-8.5V3.5L-12 0-8.5-3.5V-8.5H-3.5L0-12 3.5-8.5H8.5V-3.5z';

export function EightPointDivider({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden="true" className={`flex items-center ${className}`}>
      <span className="h-px flex-1 bg-line" />
      <svg
        viewBox="-74 -26 148 52"
        className="ornament h-6 w-auto"
        strokeWidth="2.5"
        strokeLinejoin="round"
      >
        {[-48, 48].map((x) => (
          <path key={x} d={STAR} transform={`translate(${x} 0)`} className="stroke-line" />
        ))}
        <path d={STAR} className="fill-accent-2/15 stroke-accent-2" />
        <path d={INNER_STAR} className="stroke-accent" />
      </svg>
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}

export function EightPointGrid() {
  const id = useId();
  return (
    <svg aria-hidden="true" className="ornament size-full" strokeLinejoin="round">
      <pattern id={id} width="192" height="192" patternUnits="userSpaceOnUse">
        {Array.from({ length: 16 }, (_, index) => {
          const x = 24 + (index % 4) * 48;
          const y = 24 + Math.floor(index / 4) * 48;
          const marked = index === 5 || index === 15;
          return (
            <g key={index} transform={`translate(${x} ${y})`}>
              <path
                d={STAR}
                className={marked ? 'fill-accent-2/15 stroke-accent-2/70' : 'stroke-line'}
              />
              <path d={INNER_STAR} className={marked ? 'stroke-accent/70' : 'stroke-line/60'} />
            </g>
          );
        })}
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
