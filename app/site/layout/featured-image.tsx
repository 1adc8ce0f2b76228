import { StoredImage } from '#app/components/image/stored-image.tsx';
import { ImagePlaceholder } from './image-placeholder.tsx';

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
