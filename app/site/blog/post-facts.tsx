import { formatLongDate } from '#app/lib/dates.ts';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { BLOG_MESSAGES } from './messages.ts';

type Props = { post: Pick<BlogPostSummary, 'createdAt' | 'readingTime'>; className?: string };

export function PostFacts({ post, className = '' }: Props) {
  return (
    <p className={`flex flex-wrap gap-x-3 text-sm text-ink-muted ${className}`}>
      <time dateTime={post.createdAt}>{formatLongDate(post.createdAt)}</time>
      <span aria-hidden="true">·</span>
      <span>{BLOG_MESSAGES.readingTime(post.readingTime)}</span>
    </p>
  );
}
