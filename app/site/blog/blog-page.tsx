import { CategoryPage, type ListProps } from '#app/site/layout/category-page.tsx';
import { ClosingCard } from '#app/site/layout/closing-card.tsx';
import { distinctCategories } from '#app/site/lib/category.ts';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { blogData } from './blog-data.ts';
import { BLOG_MESSAGES } from './messages.ts';
import { LEADING_SIZES, LeadingPost, PostCard } from './post-card.tsx';

export function BlogPage(list: ListProps<BlogPostSummary>) {
  return (
    <>
      <CategoryPage
        {...list}
        path="/blog"
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
      <ClosingCard {...BLOG_MESSAGES.closing} />
    </>
  );
}

const ROWS = {
  1: {
    width:
      'lg:col-span-6 lg:grid-cols-[5fr_7fr] lg:items-center lg:gap-x-12 lg:[&>:first-child]:order-last',
    sizes: LEADING_SIZES,
  },
  2: {
    width: 'lg:col-span-3',
    sizes: '(min-width: 75rem) 552px, (min-width: 40rem) 45vw, 92vw',
  },
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
