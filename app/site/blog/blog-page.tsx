import { CategoryPage, type ListProps } from '#app/site/layout/category-page.tsx';
import { distinctCategories } from '#app/site/lib/category.ts';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import { blogData } from './blog-data.ts';
import { BLOG_MESSAGES } from './messages.ts';
import { LeadingPost, PostCard } from './post-card.tsx';
import { rowSizes } from './rows.ts';

export function BlogPage(list: ListProps<BlogPostSummary>) {
  return (
    <CategoryPage
      {...list}
      path="/blog"
      messages={BLOG_MESSAGES}
      categories={distinctCategories(list.items)}
      categoryOf={(post) => post.category}
      dataOf={blogData}
      className="pt-10 pb-24 lg:pt-14 lg:pb-32"
    >
      {([first, ...others]) => (
        <>
          {first && <LeadingPost post={first} />}
          <PostGrid posts={others} />
        </>
      )}
    </CategoryPage>
  );
}

function PostGrid({ posts }: { posts: readonly BlogPostSummary[] }) {
  const widths = rowSizes(posts.length).flatMap((size) =>
    Array.from({ length: size }, () => (size === 3 ? 'lg:col-span-2' : 'lg:col-span-3')),
  );
  return (
    <div className="mt-14 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:mt-20 lg:grid-cols-6">
      {posts.map((post, index) => (
        <PostCard key={post.id} post={post} className={widths[index] ?? ''} />
      ))}
    </div>
  );
}
