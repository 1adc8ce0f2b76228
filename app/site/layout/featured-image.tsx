import { StoredImage } from '#app/components/image/stored-image.tsx';
import { LAYOUT_MESSAGES } from './messages.ts';
import { EightPointGrid } from './ornament.tsx';

const WIDTH = 1200;
const WHOLE_WIDTH = '(min-width: 75rem) 1136px, 92vw';

type Props = {
  of: { featuredImageUrl: string | null; featuredImageAlt: string };
  height: 675 | 750;
  /** How wide it is shown, as `sizes` of HTML; as wide as the content without it. */
  sizes?: string;
  isAboveFold?: boolean;
  className: string;
};

/** The image of a post or project in a frame of 16 to 9 or 16 to 10, or a placeholder of the same size. */
export function FeaturedImage({ of, height, className, sizes = WHOLE_WIDTH, ...place }: Props) {
  const frame = `bg-surface-sunken ${height === 675 ? 'aspect-video' : 'aspect-[16/10]'} ${className}`;
  if (!of.featuredImageUrl) {
    return (
      <div
        className={`grid place-items-center overflow-hidden *:col-start-1 *:row-start-1 ${frame}`}
      >
        <EightPointGrid />
        <span className="rounded-full bg-surface px-3 py-1 text-sm text-ink-muted">
          {LAYOUT_MESSAGES.noImage}
        </span>
      </div>
    );
  }
  return (
    <StoredImage
      url={of.featuredImageUrl}
      alt={of.featuredImageAlt}
      width={WIDTH}
      height={height}
      sizes={sizes}
      className={`w-full object-cover ${frame}`}
      {...place}
    />
  );
}
