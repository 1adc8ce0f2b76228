import { SiteLink } from '#app/site/layout/site-link.tsx';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { PostFacts } from './post-facts.tsx';
import { PostImage } from './post-image.tsx';

type Props = { post: BlogPostSummary; className?: string };

const linkClass = 'after:absolute after:inset-0 after:rounded group-hover:text-accent';

/** The newest post of a list: image and text side by side. */
export function LeadingPost({ post, className = '' }: Props) {
  return (
    <article
      className={`group relative grid gap-6 lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-12 ${className}`}
    >
      <PostImage post={post} isFirst className="rounded border border-line" />
      <div className="grid justify-items-start gap-3">
        <p className="badge">{post.category}</p>
        <h2 className="text-3xl">
          <SiteLink to={`/blog/${post.slug}`} prefetch="intent" className={linkClass}>
            {post.title}
          </SiteLink>
        </h2>
        <p className="text-lg text-ink-muted">{post.excerpt}</p>
        <PostFacts post={post} className="mt-1" />
      </div>
    </article>
  );
}

export function PostCard({ post, className = '' }: Props) {
  return (
    <article
      className={`group relative grid content-start gap-3 border-t border-line pt-6 ${className}`}
    >
      <PostImage post={post} className="mb-2 rounded border border-line" />
      <p className="badge justify-self-start">{post.category}</p>
      <h2 className="text-xl">
        <SiteLink to={`/blog/${post.slug}`} prefetch="intent" className={linkClass}>
          {post.title}
        </SiteLink>
      </h2>
      <p className="text-ink-muted">{post.excerpt}</p>
      <PostFacts post={post} className="mt-1" />
    </article>
  );
}
