import { useId } from 'react';

const STAR =
  'M0-13 3.8-9.2H9.2V-3.8L13 0 9.2 3.8V9.2H3.8L0 13-3.8 9.2H-9.2V3.8L-13 0-9.2-3.8V-9.2H-3.8Z';
const TILE = 26;

const GLAZED = [
  { at: [1, 1], tone: 'fill-accent' },
  { at: [2, 1], tone: 'fill-alert' },
  { at: [3, 1], tone: 'fill-accent' },
  { at: [2, 2], tone: 'fill-accent-2' },
  { at: [5, 4], tone: 'fill-accent' },
  { at: [4, 5], tone: 'fill-accent-2' },
  { at: [6, 6], tone: 'fill-accent' },
  { at: [0, 4], tone: 'fill-accent-2' },
] as const;

export function LoginDrawing() {
  const id = useId();
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${7 * TILE} ${9 * TILE}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      <pattern id={id} width={TILE} height={TILE} patternUnits="userSpaceOnUse">
        <g transform={`translate(${TILE / 2} ${TILE / 2})`} fill="none" className="stroke-line">
          <path d={STAR} strokeWidth="0.5" />
          <path d={STAR} strokeWidth="0.5" transform="scale(0.62)" />
        </g>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
      {GLAZED.map(({ at: [column, row], tone }) => (
        <g
          key={`${column} ${row}`}
          transform={`translate(${(column + 0.5) * TILE} ${(row + 0.5) * TILE})`}
        >
          <path d={STAR} className={tone} />
          <path d={STAR} transform="scale(0.62)" className="fill-surface-sunken" />
          <path d={STAR} transform="scale(0.3)" className={tone} />
        </g>
      ))}
    </svg>
  );
}
