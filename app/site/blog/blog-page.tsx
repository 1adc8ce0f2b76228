import { useSearchParams } from 'react-router';
import { StructuredData } from '#app/lib/trusted-html.tsx';
import { CategoryFilter } from '#app/site/layout/category-filter.tsx';
import { EmptyList } from '#app/site/layout/empty-list.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { distinctCategories, selectedCategory } from '#app/site/lib/category.ts';
import { usePublicUrl } from '#app/site/lib/page-meta.ts';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import type { LoadFailure } from '#shared/load-failures/messages.ts';
import { blogData } from './blog-data.ts';
import { BLOG_MESSAGES } from './messages.ts';
import { LeadingPost, PostCard } from './post-card.tsx';
import { rowSizes } from './rows.ts';

type Props = { posts: readonly BlogPostSummary[]; failure: LoadFailure | null };

export function BlogPage({ posts, failure }: Props) {
  const [query] = useSearchParams();
  const publicUrl = usePublicUrl();
  const category = selectedCategory(query);
  const shown = category ? posts.filter((post) => post.category === category) : posts;
  const [first, ...others] = shown;
  const widths = rowSizes(others.length).flatMap((size) =>
    Array.from({ length: size }, () => (size === 3 ? 'lg:col-span-2' : 'lg:col-span-3')),
  );

  return (
    <>
      <StructuredData data={blogData(shown, publicUrl)} />
      <PageHeader title={BLOG_MESSAGES.heading} intro={BLOG_MESSAGES.intro}>
        <CategoryFilter
          path="/blog"
          label={BLOG_MESSAGES.filter}
          allLabel={BLOG_MESSAGES.all}
          categories={distinctCategories(posts)}
          selected={category}
        />
      </PageHeader>
      <p role="status" className="sr-only">
        {BLOG_MESSAGES.shown(shown.length, category)}
      </p>
      <div className="content-width pt-10 pb-24 lg:pt-14 lg:pb-32">
        {first ? (
          <>
            <LeadingPost post={first} />
            <div className="mt-14 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:mt-20 lg:grid-cols-6">
              {others.map((post, index) => (
                <PostCard key={post.id} post={post} className={widths[index] ?? ''} />
              ))}
            </div>
          </>
        ) : (
          <EmptyList
            text={BLOG_MESSAGES.noMatch}
            retry={failure && { to: '/blog', failure }}
            all={
              category && posts.length > 0
                ? { to: '/blog', label: BLOG_MESSAGES.showAll }
                : undefined
            }
          />
        )}
      </div>
    </>
  );
}
