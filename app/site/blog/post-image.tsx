import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { BLOG_MESSAGES } from './messages.ts';

type Props = { post: BlogPostSummary; isFirst?: boolean; className?: string };

/** The post's image in a frame of 16 to 9, or a placeholder of the same size. */
export function PostImage({ post, isFirst = false, className = '' }: Props) {
  if (!post.featuredImageUrl) {
    return (
      <div
        className={`grid aspect-video place-items-center bg-surface-sunken text-sm text-ink-muted ${className}`}
      >
        {BLOG_MESSAGES.noImage}
      </div>
    );
  }
  return (
    <img
      src={post.featuredImageUrl}
      alt={post.featuredImageAlt}
      width={1200}
      height={675}
      decoding="async"
      {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      className={`aspect-video w-full object-cover ${className}`}
    />
  );
}
