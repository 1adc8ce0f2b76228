import { pageContext } from '#server/http/pages/route-context.ts';
import { buildBrandCss } from '#shared/brand/stylesheet.ts';
import type { Route } from './+types/brand.ts';

/** May be cached: the URL contains a version that changes with the brand. */
export function loader({ context }: Route.LoaderArgs) {
  return new Response(buildBrandCss(context.get(pageContext).content.brand), {
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=86400',
    },
  });
}
