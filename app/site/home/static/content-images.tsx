import type { ReactElement } from 'react';
import { StoredImage } from '#app/components/image/stored-image.tsx';
import { imageName } from '#app/site/home/image-name.ts';
import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import type { Testimonial } from '#shared/testimonials/schema.ts';

const SIZES = {
  large: '(min-width: 80rem) 606px, (min-width: 40rem) 37vw, 88px',
  small: '(min-width: 80rem) 186px, (min-width: 40rem) 37vw, 88px',
};

/** The images of posts and the portraits of clients by their names: all their variants, and the browser needs no script for them. */
export function contentImages(
  posts: readonly BlogPostSummary[],
  testimonials: readonly Testimonial[],
): Record<string, ReactElement> {
  const images: Record<string, ReactElement> = {};
  for (const [index, post] of posts.entries()) {
    images[imageName(post)] = <PostImage post={post} isLarge={index === 0 || posts.length === 2} />;
  }
  for (const testimonial of testimonials) {
    const { photoUrl: url } = testimonial;
    if (!url) continue;
    images[imageName(testimonial)] = (
      <StoredImage url={url} alt="" width={96} height={96} sizes="96px" />
    );
  }
  return images;
}

function PostImage({ post, isLarge }: { post: BlogPostSummary; isLarge: boolean }) {
  if (!post.featuredImageUrl) {
    return (
      <div className="post-image">
        <EightPointGrid />
      </div>
    );
  }
  return (
    <StoredImage
      url={post.featuredImageUrl}
      alt={post.featuredImageAlt}
      width={1200}
      height={675}
      sizes={SIZES[isLarge ? 'large' : 'small']}
      className="post-image"
    />
  );
}
