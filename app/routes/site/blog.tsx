import { BLOG_PATH, BLOG_TEXTS } from '#app/site/blog/blog-content.ts';
import { BlogPage } from '#app/site/blog/blog-page.tsx';
import { LoadBoundary } from '#app/site/layout/fallbacks/load-boundary.tsx';
import { pageMeta, publicUrlOf } from '#app/site/lib/page-meta.ts';
import { loadOr, pageData } from '#server/route-context.ts';
import { listBlogPosts } from '#server/services/blog-posts/index.ts';
import { COMPANY } from '#shared/company/values.ts';
import type { Route } from './+types/blog.ts';

const FAILURE = 'Error fetching blog posts:';

export async function loader({ context }: Route.LoaderArgs) {
  const { value: posts, hasFailed } = await loadOr(context, FAILURE, [], (ctx) =>
    listBlogPosts(ctx, {}),
  );
  return pageData({ posts, hasFailed }, hasFailed);
}

export { shouldRevalidate } from '#app/site/lib/category.ts';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: `${BLOG_TEXTS.heading} | ${COMPANY.name}`,
    description: BLOG_TEXTS.description,
    keywords: BLOG_TEXTS.keywords,
    path: BLOG_PATH,
    publicUrl: publicUrlOf(matches),
    image: { path: '/share/page/blog.png', alt: `${BLOG_TEXTS.heading}, ${COMPANY.name}` },
  });
}

export default function BlogRoute({ loaderData }: Route.ComponentProps) {
  const { posts, hasFailed } = loaderData;
  return <BlogPage posts={posts} failure={hasFailed ? 'unavailable' : null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadBoundary error={error} message={FAILURE}>
      {(failure) => <BlogPage posts={[]} failure={failure} />}
    </LoadBoundary>
  );
}
