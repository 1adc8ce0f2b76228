import { NOT_FOUND_MESSAGES } from './messages.ts';
import { STAR } from '#app/site/layout/ornament.tsx';

const DIGIT = NOT_FOUND_MESSAGES.status.charAt(0);

export function LostSheet({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 480 260"
      aria-hidden="true"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`w-full fill-none stroke-line-strong ${className}`}
    >
      <g className="stroke-line" strokeDasharray="2 6">
        <path d="M0 44h480M0 200h480M24 12v232M164 12v232M316 12v232M456 12v232" />
      </g>
      <g
        textAnchor="middle"
        fontSize="218"
        className="fill-surface-sunken stroke-accent font-display font-bold [paint-order:stroke]"
        strokeWidth="3"
      >
        <text x="94" y="200">
          {DIGIT}
        </text>
        <text x="386" y="200">
          {DIGIT}
        </text>
      </g>
      <g transform="translate(240 122)">
        <path
          d={STAR}
          transform="scale(3.1)"
          strokeWidth=".5"
          className="fill-accent-2/10 stroke-accent-2"
        />
        <path
          d={STAR}
          transform="scale(1.75)"
          strokeWidth=".9"
          className="fill-surface stroke-accent-2"
        />
        <circle r="5" className="fill-alert stroke-none" />
        <path d="M-86 0h172M0-86v172" strokeDasharray="10 4 2 4" className="stroke-accent-2" />
      </g>
      <path d="M164 228h152m-144-5-8 5 8 5m136-10 8 5-8 5" />
    </svg>
  );
}
