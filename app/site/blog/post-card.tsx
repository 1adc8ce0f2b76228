import { useViewTransitionState } from 'react-router';
import { formatLongDate } from '#app/lib/dates.ts';
import { FeaturedImage } from '#app/site/layout/featured-image.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { BLOG_MESSAGES } from './messages.ts';

type Props = { post: BlogPostSummary };

export const LEADING_SIZES = '(min-width: 75rem) 635px, (min-width: 64rem) 52vw, 92vw';

export function LeadingPost({ post }: Props) {
  return (
    <article className="group relative grid gap-6 lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-12">
      <PostImage
        post={post}
        sizes={LEADING_SIZES}
        isAboveFold
        placeholderClass="h-28 sm:h-44 lg:h-full lg:min-h-64"
      />
      <div className="grid justify-items-start gap-3">
        <PostText post={post} headingClass="text-3xl" excerptClass="text-lg" />
      </div>
    </article>
  );
}

type CardProps = Props & { className: string; sizes: string };

export function PostCard({ post, className, sizes }: CardProps) {
  return (
    <article
      className={`group relative grid content-start gap-x-8 gap-y-5 border-t border-line pt-6 ${className}`}
    >
      <PostImage post={post} sizes={sizes} placeholderClass="max-sm:h-28 sm:aspect-video" />
      <div className="grid content-start gap-3">
        <PostText post={post} headingClass="text-xl" />
      </div>
    </article>
  );
}

type ImageProps = Props & { sizes: string; isAboveFold?: boolean; placeholderClass: string };

function PostImage({ post, ...place }: ImageProps) {
  const isOpening = useViewTransitionState(`/blog/${post.slug}`);
  return (
    <FeaturedImage
      of={post}
      height={675}
      label={post.category}
      className={`rounded border border-line ${isOpening ? 'opened-image' : ''}`}
      {...place}
    />
  );
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
