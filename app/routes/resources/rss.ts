import { escapeXml, xmlCharacterData } from '#app/lib/xml.ts';
import { pageContext } from '#server/http/pages/route-context.ts';
import { listWholeBlogPosts } from '#server/services/blog-posts/index.ts';
import type { BlogPost } from '#shared/blog-posts/schema.ts';
import type { Route } from './+types/rss.ts';
import { orUnavailable } from './unavailable.ts';

const MAX_ITEMS = 50;

function item(publicUrl: string, post: BlogPost): string {
  const url = escapeXml(`${publicUrl}/blog/${post.slug}`);
  return `<item>
<title>${escapeXml(post.title)}</title>
<link>${url}</link>
<guid isPermaLink="true">${url}</guid>
<pubDate>${new Date(post.createdAt).toUTCString()}</pubDate>
<dc:creator>${escapeXml(post.author)}</dc:creator>
<category>${escapeXml(post.category)}</category>
<description>${escapeXml(post.excerpt)}</description>
${post.contentHtml === null ? '' : `<content:encoded>${xmlCharacterData(post.contentHtml)}</content:encoded>`}
</item>`;
}

/** RSS 2.0 with full texts (www.rssboard.org/rss-specification). */
export function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { publicUrl, services: ctx } = page;
  const { company } = page.settings;
  return orUnavailable(page, async () => {
    const posts = await listWholeBlogPosts(ctx, MAX_ITEMS);
    const changes = posts.map(({ updatedAt }) => updatedAt).toSorted();
    const lastChange = changes.at(-1);
    const body = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${escapeXml(`${company.name} Blog`)}</title>
<link>${escapeXml(`${publicUrl}/blog`)}</link>
<atom:link href="${escapeXml(`${publicUrl}/blog/rss.xml`)}" rel="self" type="application/rss+xml"/>
<description>${escapeXml(company.sentence)}</description>
<language>en</language>
${lastChange === undefined ? '' : `<lastBuildDate>${new Date(lastChange).toUTCString()}</lastBuildDate>`}
<ttl>60</ttl>
${posts.map((post) => item(publicUrl, post)).join('\n')}
</channel>
</rss>
`;
    return new Response(body, {
      headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' },
    });
  });
}
