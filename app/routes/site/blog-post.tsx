import { data, href, redirect } from 'react-router';
import { BlogPostPage } from '#app/site/blog/blog-post-page.tsx';
import { MISSING_POST } from '#app/site/blog/messages.ts';
import { LoadBoundary } from '#app/site/layout/fallbacks/load-boundary.tsx';
import { MissingPage } from '#app/site/layout/fallbacks/missing-page.tsx';
import { splitIntoSections } from '#app/site/layout/reading/sections.ts';
import { getOwnImage, getSite, missingPageMeta, pageMeta } from '#app/site/lib/page-meta.ts';
import { getPageCopy, loadOr, pageData } from '#server/http/pages/route-context.ts';
import { findBlogPost, listRelatedBlogPosts } from '#server/services/blog-posts/index.ts';
import type { Route } from './+types/blog-post.ts';

const FAILURE = 'Error fetching blog post:';

export async function loader({ context, params }: Route.LoaderArgs) {
  const copy = getPageCopy(context, 'page/post');
  const { value: post, hasFailed } = await loadOr(context, FAILURE, null, (ctx) =>
    findBlogPost(ctx, params.slug),
  );
  if (hasFailed) return pageData({ copy, post: null, related: [], hasFailed }, true);
  if (!post) return data({ copy, post: null, related: [], hasFailed }, { status: 404 });
  if (post.slug !== params.slug) throw redirect(href('/blog/:slug', { slug: post.slug }), 301);
  const related = await loadOr(context, 'Error fetching related blog posts:', [], (ctx) =>
    listRelatedBlogPosts(ctx, post),
  );
  const { content: _markdown, contentHtml, ...shown } = post;
  const sections = contentHtml === null ? null : splitIntoSections(contentHtml);
  return pageData(
    { copy, post: { ...shown, sections }, related: related.value, hasFailed },
    related.hasFailed,
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const post = loaderData?.post;
  if (!post) return missingPageMeta(MISSING_POST.title, { matches });
  return [
    ...pageMeta(
      {
        heading: post.title,
        description: post.excerpt,
        keywords: [post.category.toLowerCase(), loaderData?.copy.keywords]
          .filter(Boolean)
          .join(', '),
        path: `/blog/${post.slug}`,
        type: 'article',
        image: getOwnImage(post),
      },
      { matches },
    ),
    { property: 'article:published_time', content: post.createdAt },
    { property: 'article:modified_time', content: post.updatedAt },
    { property: 'article:section', content: post.category },
    { property: 'article:author', content: getSite(matches).company.name },
  ];
}

export default function BlogPostRoute({ loaderData }: Route.ComponentProps) {
  const { copy, post, related, hasFailed } = loaderData;
  if (!post) {
    return <MissingPage {...MISSING_POST} failure={hasFailed ? 'unavailable' : null} />;
  }
  return <BlogPostPage {...{ copy, post, related }} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadBoundary error={error} message={FAILURE}>
      {(failure) => <MissingPage {...MISSING_POST} failure={failure} />}
    </LoadBoundary>
  );
}
