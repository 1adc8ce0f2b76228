import { BLOG_PATH, BLOG_TEXTS } from '#app/site/blog/blog-content.ts';
import { BlogPage } from '#app/site/blog/blog-page.tsx';
import { pageMeta, publicUrlOf } from '#app/site/lib/page-meta.ts';
import { loadOr, pageData } from '#server/route-context.ts';
import { listBlogPosts } from '#server/services/blog-posts/index.ts';
import { COMPANY } from '#shared/company.ts';
import type { Route } from './+types/blog.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { value: posts, hasFailed } = await loadOr(
    context,
    'Error fetching blog posts:',
    [],
    (ctx) => listBlogPosts(ctx, {}),
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

export default function BlogRoute({ loaderData, matches }: Route.ComponentProps) {
  return <BlogPage {...loaderData} publicUrl={publicUrlOf(matches)} />;
}
