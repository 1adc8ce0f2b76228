import { pageContext } from '#server/http/pages/route-context.ts';
import { ADMIN_PATHS } from '#shared/routes.ts';
import type { Route } from './+types/robots.ts';

const RULES = [
  'User-agent: *',
  'Allow: /',
  ...ADMIN_PATHS.map((path) => `Disallow: ${path}`),
  'Disallow: /api/',
];

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(pageContext);
  const lines = [...RULES, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''];
  return new Response(lines.join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  });
}
