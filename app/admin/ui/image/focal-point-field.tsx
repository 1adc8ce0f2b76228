import { type MouseEvent, type ReactNode, useId } from 'react';
import { focalClass, StoredImage } from '#app/components/image/stored-image.tsx';
import { type FocalPoint, splitImageUrl, withFocus } from '#shared/uploads/variants.ts';
import { Button, PlainButton } from '#app/admin/ui/button.tsx';
import { IMAGE_MESSAGES } from '#app/admin/ui/messages.ts';

const STEP = 5;
const CENTRE: FocalPoint = { x: 50, y: 50 };

type Props = {
  label: string;
  url: string;
  alt: string;
  crop: string;
  onChange: (url: string) => void;
  children: ReactNode;
};

export function FocalPointField({ label, url, alt, crop, onChange, children }: Props) {
  const id = useId();
  const { focus } = splitImageUrl(url);
  const point = focus ?? CENTRE;

  function choose(chosen: FocalPoint) {
    const isCentre = chosen.x === CENTRE.x && chosen.y === CENTRE.y;
    onChange(withFocus(url, isCentre ? null : chosen));
  }

  function handlePress({ currentTarget, clientX, clientY }: MouseEvent) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const inSteps = (part: number) => Math.min(100, Math.max(0, Math.round(part * 20) * STEP));
    choose({ x: inSteps((clientX - left) / width), y: inSteps((clientY - top) / height) });
  }

  return (
    <div className="grid items-start gap-x-8 gap-y-3 lg:grid-cols-[auto_1fr]">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="relative">
          <StoredImage
            url={withFocus(url, null)}
            alt={alt}
            sizes="240px"
            className="max-h-40 w-auto max-w-60 rounded border border-line bg-surface-sunken"
          />
          <PlainButton
            tabIndex={-1}
            aria-label={IMAGE_MESSAGES.chooseFocus(label)}
            onClick={handlePress}
            className={`absolute inset-0 cursor-crosshair ${focalClass(point)}`}
          >
            <span className="absolute top-(--focal-y) left-(--focal-x) size-6 -translate-1/2 rounded-full border-2 border-[#fff] bg-accent/40 ring-2 ring-[#000] forced-color-adjust-none" />
          </PlainButton>
        </div>
        <figure className="grid gap-1">
          <StoredImage
            url={url}
            alt=""
            sizes="160px"
            className={`w-40 border border-line bg-surface-sunken object-cover ${crop}`}
          />
          <figcaption className="text-ink-muted">{IMAGE_MESSAGES.cropped}</figcaption>
        </figure>
      </div>
      <div role="group" aria-labelledby={`${id}-legend`} className="grid max-w-lg gap-2">
        <p id={`${id}-legend`} className="font-medium">
          {IMAGE_MESSAGES.focus}
        </p>
        <p id={`${id}-hint`} className="text-ink-muted">
          {IMAGE_MESSAGES.focusHint}
        </p>
        {(['x', 'y'] as const).map((axis) => (
          <label key={axis} className="grid grid-cols-[7rem_1fr_3rem] items-center gap-3">
            {IMAGE_MESSAGES.focusFrom[axis]}
            <input
              type="range"
              min={0}
              max={100}
              step={STEP}
              value={point[axis]}
              aria-valuetext={IMAGE_MESSAGES.percent(point[axis])}
              aria-describedby={`${id}-hint`}
              onChange={({ target }) => choose({ ...point, [axis]: target.valueAsNumber })}
              className="min-w-0 accent-accent pointer-coarse:h-11"
            />
            <span aria-hidden className="text-end tabular-nums">
              {IMAGE_MESSAGES.percent(point[axis])}
            </span>
          </label>
        ))}
        <div className="mt-1 flex flex-wrap gap-2">
          <Button isDisabled={focus === null} onClick={() => choose(CENTRE)}>
            {IMAGE_MESSAGES.resetFocus}
          </Button>
          {children}
        </div>
      </div>
    </div>
  );
}
