import { useViewTransitionState } from 'react-router';
import { formatLongDate } from '#app/lib/dates.ts';
import { FeaturedImage } from '#app/site/layout/featured-image.tsx';
import { ImagePlaceholder } from '#app/site/layout/image-placeholder.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { BLOG_MESSAGES } from './messages.ts';

type Props = { post: BlogPostSummary };

/** The newest post of a list: image and text side by side. */
export function LeadingPost({ post }: Props) {
  return (
    <article className="group relative grid gap-6 wrap-anywhere lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-12">
      <PostImage post={post} isAboveFold placeholderClass="h-28 sm:h-44 lg:h-full lg:min-h-64" />
      <div className="grid justify-items-start gap-3">
        <PostText post={post} headingClass="text-3xl" excerptClass="text-lg" />
      </div>
    </article>
  );
}

export function PostCard({ post, className }: Props & { className: string }) {
  return (
    <article
      className={`group relative grid content-start gap-x-8 gap-y-5 border-t border-line pt-6 wrap-anywhere ${className}`}
    >
      <PostImage post={post} placeholderClass="max-sm:h-28 sm:aspect-video" />
      <div className="grid content-start gap-3">
        <PostText post={post} headingClass="text-xl" />
      </div>
    </article>
  );
}

type ImageProps = Props & { isAboveFold?: boolean; placeholderClass: string };

function PostImage({ post, isAboveFold = false, placeholderClass }: ImageProps) {
  const isOpening = useViewTransitionState(`/blog/${post.slug}`);
  const className = `rounded border border-line ${isOpening ? 'opened-image' : ''}`;
  if (!post.featuredImageUrl) {
    return (
      <ImagePlaceholder label={post.category} className={`${className} ${placeholderClass}`} />
    );
  }
  return <FeaturedImage of={post} height={675} isAboveFold={isAboveFold} className={className} />;
}

type TextProps = Props & { headingClass: string; excerptClass?: string };

function PostText({ post, headingClass, excerptClass = '' }: TextProps) {
  return (
    <>
      <p className="badge justify-self-start">{post.category}</p>
      <h2 className={headingClass}>
        <SiteLink
          to={`/blog/${post.slug}`}
          prefetch="intent"
          viewTransition
          className="after:absolute after:inset-0 after:rounded group-hover:text-accent"
        >
          {post.title}
        </SiteLink>
      </h2>
      <p className={`text-ink-muted ${excerptClass}`}>{post.excerpt}</p>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-ink-muted">
        <time dateTime={post.createdAt}>{formatLongDate(post.createdAt)}</time>
        <span aria-hidden="true">·</span>
        <span>{BLOG_MESSAGES.readingTime(post.readingTime)}</span>
      </p>
    </>
  );
}
