import { formatShortDate } from '#app/lib/dates.ts';
import { StoredImage } from '#app/components/image/stored-image.tsx';
import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import type { HomeContent } from '#shared/site-content/home.ts';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { LATEST_POSTS_MESSAGES } from '#app/site/home/messages.ts';
import { getHeadingId, SectionHeading } from './section-heading.tsx';

const SIZES = {
  large: '(min-width: 80rem) 606px, (min-width: 40rem) 37vw, 88px',
  small: '(min-width: 80rem) 186px, (min-width: 40rem) 37vw, 88px',
};

type Props = {
  home: HomeContent;
  timeZone: string;
  posts: readonly BlogPostSummary[];
  hasFailed: boolean;
};

export function LatestBlogs({ home, timeZone, posts, hasFailed }: Props) {
  const { postsHeading, postsButton } = home;
  if (posts.length === 0 && !hasFailed) return null;
  const isPair = posts.length === 2;
  return (
    <section
      aria-labelledby={getHeadingId('blogs', postsHeading)}
      className="section-space-tight border-t border-line bg-surface-sunken"
    >
      <div className="content-width grid gap-6 lg:gap-10">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <SectionHeading id="blogs" heading={postsHeading} />
          {postsButton && (
            <SiteLink to="/blog" className="button button-secondary">
              {postsButton}
            </SiteLink>
          )}
        </div>
        {posts.length > 0 ? (
          <div className={`posts grid gap-4 ${posts.length > 1 ? 'posts-several xl:gap-6' : ''}`}>
            {posts.map((post, index) => (
              <PostCard
                key={post.id}
                post={post}
                date={formatShortDate(post.createdAt, timeZone)}
                isLarge={index === 0 || isPair}
              />
            ))}
          </div>
        ) : (
          <p className="border-t border-line pt-6 text-ink-muted">{LATEST_POSTS_MESSAGES.failed}</p>
        )}
      </div>
    </section>
  );
}

type PostProps = { post: BlogPostSummary; isLarge: boolean };
type CardProps = PostProps & { date: string };

function PostCard({ post, date, isLarge }: CardProps) {
  return (
    <article
      className={`card post ${isLarge ? 'post-large' : ''} focus-within:border-accent hover:border-accent`}
    >
      <PostImage post={post} isLarge={isLarge} />
      <div>
        <p className="post-facts flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted">
          <span className="badge">{post.category}</span>
          <time dateTime={post.createdAt}>{date}</time>
          <span>{LATEST_POSTS_MESSAGES.readingTime(post.readingTime)}</span>
        </p>
        <h3
          className={`text-base leading-snug sm:leading-snug ${isLarge ? 'sm:text-2xl' : 'sm:text-lg'}`}
        >
          {post.title}
        </h3>
        <p
          className={`post-excerpt line-clamp-2 text-sm/[inherit] text-ink-muted sm:line-clamp-3 ${isLarge ? 'sm:text-base/[inherit]' : ''}`}
        >
          {post.excerpt}
        </p>
        <p className="post-end mt-auto flex flex-wrap items-center justify-between gap-x-4 text-sm/[inherit]">
          <span className="text-ink-muted">{LATEST_POSTS_MESSAGES.author(post.author)}</span>
          <SiteLink
            to={`/blog/${post.slug}`}
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

function PostImage({ post, isLarge }: PostProps) {
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
