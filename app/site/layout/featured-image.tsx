import { StoredImage } from '#app/components/image/stored-image.tsx';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';
import { EightPointGrid } from './ornament.tsx';

const WIDTH = 1200;
const WHOLE_WIDTH = '(min-width: 75rem) 1136px, 92vw';

type Props = {
  of: { featuredImageUrl: string | null; featuredImageAlt: string };
  height: 675 | 750;
  sizes?: string;
  isAboveFold?: boolean;
  className: string;
  label?: string;
  placeholderClass?: string;
};

export function FeaturedImage(props: Props) {
  const { of, height, className, sizes = WHOLE_WIDTH, label, placeholderClass, ...place } = props;
  const ratio = height === 675 ? 'aspect-video' : 'aspect-[16/10]';
  if (!of.featuredImageUrl) {
    return (
      <ImagePlaceholder label={label} className={`${className} ${placeholderClass ?? ratio}`} />
    );
  }
  return (
    <StoredImage
      url={of.featuredImageUrl}
      alt={of.featuredImageAlt}
      width={WIDTH}
      height={height}
      sizes={sizes}
      className={`w-full bg-surface-sunken object-cover ${ratio} ${className}`}
      {...place}
    />
  );
}

function ImagePlaceholder({ label, className }: { label: string | undefined; className: string }) {
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
