import { HOME_SCREEN_SIZE } from '#server/services/site-icons/index.ts';
import { pageContext } from '#server/http/pages/route-context.ts';
import type { Route } from './+types/manifest.ts';

/** W3C Web Application Manifest. */
export function loader({ context }: Route.LoaderArgs) {
  const { company } = context.get(pageContext).settings;
  const manifest = {
    name: company.name,
    short_name: company.shortName,
    description: company.sentence,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'browser',
    icons: [
      {
        src: '/apple-touch-icon.png',
        sizes: `${HOME_SCREEN_SIZE}x${HOME_SCREEN_SIZE}`,
        type: 'image/png',
        purpose: 'any maskable',
      },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'public, max-age=3600',
    },
  });
}
