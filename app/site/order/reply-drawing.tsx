import { ORDER_PAGE_MESSAGES } from './messages.ts';

const TICKS = Array.from({ length: 13 }, (_, index) => {
  const x = Math.round(40 + index * 25);
  return `M${x} 92v${index % 3 === 0 ? 9 : 5}`;
}).join('');

export function ReplyDrawing({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 380 124"
      aria-hidden="true"
      fill="none"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d="M22 14h26l10 10v46H22z" className="fill-surface-raised stroke-ink-muted" />
      <path d="M48 14v10h10" className="stroke-ink-muted" />
      <path d="M29 34h22M29 43h22M29 52h14" className="stroke-line-strong" />
      <path d="m29 61 3 3 5-6" className="stroke-accent" />
      <path
        d="M66 40c68-38 168-38 232-4"
        strokeDasharray="2 7"
        strokeWidth="2"
        className="stroke-accent-2"
      />
      <path d="m289 27 10 9.5-13.5 2.5" strokeWidth="2" className="stroke-accent-2" />
      <path
        d="M310 18h52a6 6 0 0 1 6 6v30a6 6 0 0 1-6 6h-16l-8 10-2-10h-26a6 6 0 0 1-6-6V24a6 6 0 0 1 6-6z"
        className="fill-accent/8 stroke-accent"
      />
      <path d="M318 33h36M318 44h24" className="stroke-accent" />
      <path d="M40 92h300" className="stroke-ink-muted" />
      <path d={TICKS} className="stroke-line-strong" />
      <circle cx="40" cy="92" r="4" className="fill-surface stroke-ink-muted" />
      <circle cx="340" cy="92" r="4" className="fill-accent stroke-accent" />
      <g stroke="none" fontSize="12" className="fill-ink-muted">
        <text x="40" y="119" textAnchor="middle">
          {ORDER_PAGE_MESSAGES.drawing.sent}
        </text>
        <text x="340" y="119" textAnchor="middle" className="fill-accent font-medium">
          {ORDER_PAGE_MESSAGES.drawing.completed}
        </text>
      </g>
    </svg>
  );
}
