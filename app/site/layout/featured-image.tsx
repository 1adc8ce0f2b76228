import { LAYOUT_MESSAGES } from './messages.ts';

const WIDTH = 1200;

type Props = {
  of: { featuredImageUrl: string | null; featuredImageAlt: string };
  height: 675 | 750;
  isAboveFold?: boolean;
  className: string;
};

/** The image of a post or project in a frame of 16 to 9 or 16 to 10, or a placeholder of the same size. */
export function FeaturedImage({ of, height, isAboveFold = false, className }: Props) {
  const frame = `${height === 675 ? 'aspect-video' : 'aspect-[16/10]'} ${className}`;
  if (!of.featuredImageUrl) {
    return (
      <div className={`grid place-items-center bg-surface-sunken text-sm text-ink-muted ${frame}`}>
        {LAYOUT_MESSAGES.noImage}
      </div>
    );
  }
  return (
    <img
      src={of.featuredImageUrl}
      alt={of.featuredImageAlt}
      width={WIDTH}
      height={height}
      decoding="async"
      {...(isAboveFold ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      className={`w-full object-cover ${frame}`}
    />
  );
}
