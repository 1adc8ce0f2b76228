import { useCompany } from '#app/components/live-settings.tsx';
import { CategoryPage, type ListProps } from '#app/site/layout/category-page.tsx';
import { distinctCategories } from '#app/site/lib/category.ts';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { blogData } from './blog-data.ts';
import { BLOG_MESSAGES } from './messages.ts';
import { useViewTransitionState } from 'react-router';
import { formatLongDate } from '#app/lib/dates.ts';
import { FeaturedImage } from '#app/site/layout/featured-image.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';

export function BlogPage(list: ListProps<BlogPostSummary>) {
  return (
    <CategoryPage
      {...list}
      path="/blog"
      links={['/contact', '/portfolio']}
      messages={BLOG_MESSAGES}
      categories={distinctCategories(list.items)}
      categoryOf={(post) => post.category}
      dataOf={blogData}
      className="pt-10 lg:pt-14"
    >
      {([first, ...others]) => (
        <>
          {first && <LeadingPost post={first} />}
          {others.length > 0 && <PostGrid posts={others} />}
        </>
      )}
    </CategoryPage>
  );
}

const LEADING_SIZES = '(min-width: 75rem) 635px, (min-width: 64rem) 52vw, 92vw';
const ROWS = {
  1: {
    width:
      'lg:col-span-6 lg:grid-cols-[5fr_7fr] lg:items-center lg:gap-x-12 lg:[&>:first-child]:order-last',
    sizes: LEADING_SIZES,
  },
  2: { width: 'lg:col-span-3', sizes: '(min-width: 75rem) 552px, (min-width: 40rem) 45vw, 92vw' },
  3: {
    width: 'lg:col-span-2',
    sizes: '(min-width: 75rem) 358px, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw',
  },
};
const WHOLE_ROW_OF_TWO = 'sm:max-lg:col-span-2 sm:max-lg:grid-cols-2 sm:max-lg:items-center';

function PostGrid({ posts }: { posts: readonly BlogPostSummary[] }) {
  const rows = rowSizes(posts.length).flatMap((size) => Array<1 | 2 | 3>(size).fill(size));
  return (
    <div className="mt-14 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:mt-20 lg:grid-cols-6">
      {posts.map((post, index) => {
        const isLastAlone = index === posts.length - 1 && index % 2 === 0;
        const { width, sizes } = ROWS[rows[index] ?? 1];
        return (
          <PostCard
            key={post.id}
            post={post}
            sizes={sizes}
            className={`${width} ${isLastAlone ? WHOLE_ROW_OF_TWO : ''}`}
          />
        );
      })}
    </div>
  );
}

/** Rows of two and three in turn, without a row of one where possible. */
export function rowSizes(count: number, first: 2 | 3 = 3): (1 | 2 | 3)[] {
  if (count < 1) return [];
  if (count === 1 || count === 2 || count === 3) return [count];
  if (count === 4) return [2, 2];
  if (count === 6 && first === 3) return [3, 3];
  return [first, ...rowSizes(count - first, first === 3 ? 2 : 3)];
}

type Props = { post: BlogPostSummary };

function LeadingPost({ post }: Props) {
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

function PostCard({ post, className, sizes }: Props & { className: string; sizes: string }) {
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
  const { timeZone } = useCompany();
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
        <time dateTime={post.createdAt}>{formatLongDate(post.createdAt, timeZone)}</time>
        <span aria-hidden="true">·</span>
        <span>{BLOG_MESSAGES.readingTime(post.readingTime)}</span>
      </p>
    </>
  );
}
