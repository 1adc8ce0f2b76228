import { formatShortDate } from '#app/lib/dates.ts';
import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { LATEST_POSTS_MESSAGES } from './messages.ts';

type Props = { posts: readonly BlogPostSummary[]; hasFailed: boolean };

/** The newest post large, the two before it beside it. */
export function LatestBlogs({ posts, hasFailed }: Props) {
  const [newest, ...others] = posts;
  return (
    <section
      aria-labelledby="blogs-heading"
      className="section-space border-t border-line bg-surface-sunken"
    >
      <div className="content-width grid gap-10">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 id="blogs-heading" className="text-3xl">
            {LATEST_POSTS_MESSAGES.heading}
          </h2>
          <SiteLink to="/blog" prefetch="intent" className="button button-secondary">
            {LATEST_POSTS_MESSAGES.all}
          </SiteLink>
        </div>
        {newest ? (
          <div className="grid gap-8 xl:grid-cols-[7fr_5fr] xl:gap-10">
            <PostCard post={newest} isLarge />
            {others.length > 0 && (
              <div className="grid content-start gap-8 sm:max-xl:grid-cols-2 xl:content-between">
                {others.map((post) => (
                  <PostCard key={post.id} post={post} />
                ))}
              </div>
            )}
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

type PostCardProps = { post: BlogPostSummary; isLarge?: boolean };

function PostCard({ post, isLarge = false }: PostCardProps) {
  return (
    <article
      className={`card relative grid content-start overflow-hidden focus-within:border-accent hover:border-accent ${
        isLarge
          ? 'lg:max-xl:grid-cols-[3fr_2fr] xl:grid-rows-[auto_1fr]'
          : 'gap-x-5 xl:grid-cols-[2fr_3fr] xl:p-5'
      }`}
    >
      {post.featuredImageUrl ? (
        <img
          src={post.featuredImageUrl}
          alt={post.featuredImageAlt}
          width={1200}
          height={675}
          loading="lazy"
          decoding="async"
          className={`aspect-video w-full object-cover ${isLarge ? 'lg:max-xl:aspect-auto lg:max-xl:h-full' : 'xl:rounded-sm'}`}
        />
      ) : (
        <div className="aspect-video overflow-hidden bg-surface">
          <EightPointGrid />
        </div>
      )}
      <div className={`flex flex-col gap-3 ${isLarge ? 'p-6 lg:p-8' : 'max-xl:p-5'}`}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
          <span className="badge">{post.category}</span>
          <time dateTime={post.createdAt}>{formatShortDate(post.createdAt)}</time>
          <span>{LATEST_POSTS_MESSAGES.readingTime(post.readingTime)}</span>
        </p>
        <h3 className={isLarge ? 'text-2xl' : 'text-lg leading-snug'}>{post.title}</h3>
        <p className={`text-ink-muted ${isLarge ? 'max-w-text' : 'line-clamp-3 text-sm'}`}>
          {post.excerpt}
        </p>
        <p className="mt-auto flex flex-wrap items-center justify-between gap-x-4 text-sm">
          <span className="text-ink-muted">{LATEST_POSTS_MESSAGES.author(post.author)}</span>
          <SiteLink
            to={`/blog/${post.slug}`}
            prefetch="intent"
            className="link inline-flex min-h-11 items-center font-semibold after:absolute after:inset-0"
          >
            {LATEST_POSTS_MESSAGES.readMore}
            <span className="sr-only">: {post.title}</span>
          </SiteLink>
        </p>
      </div>
    </article>
  );
}
