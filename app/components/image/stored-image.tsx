import type { ComponentProps } from 'react';
import { type FocalPoint, splitImageUrl, variantsOf } from '#shared/uploads/variants.ts';

type Props = Pick<ComponentProps<'img'>, 'className' | 'width' | 'height' | 'onError'> & {
  url: string;
  alt: string;
  sizes: string;
  isAboveFold?: boolean;
};

export function focalClass({ x, y }: FocalPoint): string {
  return `focal focal-x-${x}% focal-y-${y}%`;
}

function sourceSet(files: readonly { url: string; width: number }[] | undefined) {
  return files?.map(({ url, width }) => `${url} ${width}w`).join(', ');
}

/** Reserves its space by the size in its name, or by the given one. */
export function StoredImage({ url, alt, sizes, isAboveFold, className = '', ...props }: Props) {
  const { file, focus } = splitImageUrl(url);
  const { avif, webp, ...size } = variantsOf(file) ?? {};
  const image = (
    <img
      {...props}
      {...size}
      {...(isAboveFold ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      {...(webp && { srcSet: sourceSet(webp), sizes })}
      src={file}
      alt={alt}
      decoding="async"
      className={focus ? `${className} ${focalClass(focus)}` : className}
    />
  );
  if (!avif?.length) return image;
  return (
    <picture className="contents">
      {/* It would take a grid cell of its own. */}
      <source type="image/avif" srcSet={sourceSet(avif)} sizes={sizes} className="hidden" />
      {image}
    </picture>
  );
}
