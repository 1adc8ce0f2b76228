import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';
import { EightPointGrid } from './ornament.tsx';

type Props = {
  label: string | undefined;
  className: string;
};

export function ImagePlaceholder({ label, className }: Props) {
  return (
    <div
      className={`relative isolate flex items-end overflow-hidden bg-surface-sunken ${className}`}
    >
      <div className="absolute inset-0 -z-10">
        <EightPointGrid />
      </div>
      <p
        aria-hidden={label !== undefined}
        className="max-w-full bg-surface-sunken px-4 pt-3 pb-2.5 font-display text-lg leading-tight font-semibold text-ink-muted"
      >
        <span className="line-clamp-2">{label ?? LAYOUT_MESSAGES.noImage}</span>
      </p>
      {label !== undefined && <span className="sr-only">{LAYOUT_MESSAGES.noImage}</span>}
    </div>
  );
}
