import { BlogPage } from '#app/site/blog/blog-page.tsx';
import { BLOG_MESSAGES } from '#app/site/blog/messages.ts';
import { LoadBoundary } from '#app/site/layout/fallbacks/load-boundary.tsx';
import { pageMeta } from '#app/site/lib/page-meta.ts';
import { toPageMeta } from '#app/site/lib/page-copy.ts';
import { loadList } from '#server/http/pages/route-context.ts';
import { listBlogPosts } from '#server/services/blog-posts/index.ts';
import type { Route } from './+types/blog.ts';

const FAILURE = 'Error fetching blog posts:';

export function loader({ context }: Route.LoaderArgs) {
  return loadList(context, 'page/blog', FAILURE, (ctx) => listBlogPosts(ctx, {}));
}

export { shouldRevalidate } from '#app/site/lib/category.ts';

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(toPageMeta(loaderData?.copy, '/blog', { matches }), { matches });
}

export default function BlogRoute({ loaderData }: Route.ComponentProps) {
  return <BlogPage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadBoundary error={error} message={FAILURE}>
      {(failure) => <BlogPage copy={BLOG_MESSAGES} items={[]} failure={failure} />}
    </LoadBoundary>
  );
}
