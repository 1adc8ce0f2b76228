import { formatShortDate } from '#app/lib/dates.ts';
import { DocumentHtml } from '#app/lib/document-html.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { imageName } from './image-name.ts';
import { LATEST_POSTS_MESSAGES } from './messages.ts';

type Props = {
  posts: readonly BlogPostSummary[];
  hasFailed: boolean;
  /** With the images; see static/content-images.tsx. */
  html: Record<string, string> | undefined;
};

/** The newest post large, the two before it beside it; two are equal, and one goes across. */
export function LatestBlogs({ posts, hasFailed, html }: Props) {
  const isPair = posts.length === 2;
  return (
    <section
      aria-labelledby="blogs-heading"
      className="section-space-tight border-t border-line bg-surface-sunken"
    >
      <div className="content-width grid gap-6 lg:gap-10">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <h2 id="blogs-heading" className="text-3xl">
            {LATEST_POSTS_MESSAGES.heading}
          </h2>
          <SiteLink to="/blog" prefetch="intent" className="button button-secondary">
            {LATEST_POSTS_MESSAGES.all}
          </SiteLink>
        </div>
        {posts.length > 0 ? (
          <div className={`posts ${posts.length > 1 ? 'posts-several' : ''}`}>
            {posts.map((post, index) => (
              <PostCard key={post.id} post={post} html={html} isLarge={index === 0 || isPair} />
            ))}
          </div>
        ) : (
          <p className="border-t border-line pt-6 text-ink-muted">
            {hasFailed ? LATEST_POSTS_MESSAGES.failed : LATEST_POSTS_MESSAGES.empty}
          </p>
        )}
      </div>
    </section>
  );
}

type PostCardProps = Pick<Props, 'html'> & { post: BlogPostSummary; isLarge?: boolean };

function PostCard({ post, html, isLarge = false }: PostCardProps) {
  return (
    <article
      className={`card post ${isLarge ? 'post-large' : ''} focus-within:border-accent hover:border-accent`}
    >
      <DocumentHtml name={imageName(post)} html={html?.[imageName(post)]} className="contents" />
      <div>
        <p className="post-facts flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
          <span className="badge">{post.category}</span>
          <time dateTime={post.createdAt}>{formatShortDate(post.createdAt)}</time>
          <span>{LATEST_POSTS_MESSAGES.readingTime(post.readingTime)}</span>
        </p>
        <h3
          className={`text-base leading-snug sm:leading-snug ${isLarge ? 'sm:text-2xl' : 'sm:text-lg'}`}
        >
          {post.title}
        </h3>
        <p className="post-excerpt">{post.excerpt}</p>
        <p className="post-end">
          <span className="text-ink-muted">{LATEST_POSTS_MESSAGES.author(post.author)}</span>
          <SiteLink
            to={`/blog/${post.slug}`}
            prefetch="intent"
            className="link inline-flex items-center font-semibold after:absolute after:inset-0 sm:min-h-11"
          >
            {LATEST_POSTS_MESSAGES.readMore}
            <span className="sr-only">: {post.title}</span>
          </SiteLink>
        </p>
      </div>
    </article>
  );
}
