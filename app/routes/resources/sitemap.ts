import { href } from 'react-router';
import { escapeXml } from '#app/lib/xml.ts';
import { pageContext } from '#server/http/pages/route-context.ts';
import { listBlogPostPages } from '#server/services/blog-posts/index.ts';
import { findNewestFaqChange } from '#server/services/faqs/index.ts';
import { listProjectPages } from '#server/services/projects/index.ts';
import { isIndexed, listPaths, type PublicPath } from '#shared/routes.ts';
import type { Route } from './+types/sitemap.ts';
import { orUnavailable } from './unavailable.ts';

type Page = { path: string; lastModified?: string | null | undefined };

function newest(pages: readonly { updatedAt: string }[]): string | null {
  return pages.reduce<string | null>(
    (latest, { updatedAt }) => (latest === null || updatedAt > latest ? updatedAt : latest),
    null,
  );
}

function entry(publicUrl: string, { path, lastModified }: Page): string {
  const date = lastModified ? `<lastmod>${lastModified}</lastmod>` : '';
  return `<url><loc>${escapeXml(publicUrl + path)}</loc>${date}</url>`;
}

export function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { publicUrl, services: ctx } = page;
  const { hidden } = page.settings.navigation;
  return orUnavailable(page, async () => {
    const [posts, projects, faqChange] = await Promise.all([
      listBlogPostPages(ctx),
      listProjectPages(ctx),
      findNewestFaqChange(ctx),
    ]);
    // No date is better than one that does not follow the content.
    const changes: Partial<Record<PublicPath, string | null>> = {
      '/faq': faqChange,
      '/blog': newest(posts),
      '/portfolio': newest(projects),
    };
    const records: Partial<Record<PublicPath, Page[]>> = {
      '/blog/:slug': posts.map(({ slug, updatedAt }) => ({
        path: href('/blog/:slug', { slug }),
        lastModified: updatedAt,
      })),
      '/portfolio/:id': projects.map(({ id, updatedAt }) => ({
        path: href('/portfolio/:id', { id }),
        lastModified: updatedAt,
      })),
    };
    const pages = listPaths((route) => isIndexed(route) && !hidden.includes(route.path)).flatMap(
      (path): Page[] => records[path] ?? [{ path, lastModified: changes[path] }],
    );
    const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map((page) => entry(publicUrl, page)).join('\n')}
</urlset>
`;
    return new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
  });
}
