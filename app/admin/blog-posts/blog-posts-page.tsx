import { usePublications } from '#app/admin/content/use-publications.tsx';
import { useResource } from '#app/admin/data/use-resource.ts';
import { PublicationsPage } from '#app/admin/content/publications-page.tsx';
import { BLOG_POST_STATUSES } from '#shared/blog-posts/values.ts';
import type { AdminBlogPost, AdminBlogPostSummary } from '#shared/blog-posts/admin-schema.ts';
import { BlogPostDialog } from './blog-post-dialog.tsx';
import { BLOG_POST_TEXTS } from './blog-post-texts.ts';

const REFRESH = { refreshOn: ['blog_posts'] };

const DETAILS = [
  { label: 'Category', valueOf: ({ category }: AdminBlogPostSummary) => category },
  { label: 'Author', valueOf: ({ author }: AdminBlogPostSummary) => author },
];

export function BlogPostsPage() {
  const categories = useResource<{ items: string[] }>('blog-posts/categories', REFRESH);
  const posts = usePublications<AdminBlogPostSummary>({
    path: 'blog-posts',
    table: 'blog_posts',
    singular: 'blog post',
    texts: BLOG_POST_TEXTS,
    alsoReload: categories.reload,
  });
  const names = categories.data?.items ?? [];
  const chosen = posts.filter.category;
  const offered = names.includes(chosen) || chosen === 'all' ? names : [chosen, ...names];

  return (
    <PublicationsPage<AdminBlogPostSummary, AdminBlogPost>
      title={BLOG_POST_TEXTS.heading}
      plural="blog posts"
      newLabel="New Post"
      emptyHint="Write the first one with New Post."
      content={posts}
      statuses={BLOG_POST_STATUSES}
      category={{
        label: 'Category',
        options: [
          { value: 'all', label: 'All Categories' },
          ...offered.map((name) => ({ value: name, label: name })),
        ],
      }}
      details={DETAILS}
      publicPathOf={({ slug }) => `/blog/${slug}`}
      previewPath="/admin/preview/blog"
      editTitle={BLOG_POST_TEXTS.editTitle}
      renderForm={(post, dialog) => <BlogPostDialog {...dialog} post={post} categories={names} />}
    />
  );
}
