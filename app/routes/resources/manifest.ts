import { HOME_SCREEN_SIZE } from '#server/services/site-icons/index.ts';
import { COMPANY } from '#shared/company/values.ts';

/** W3C Web Application Manifest. */
export function loader() {
  const manifest = {
    name: COMPANY.name,
    short_name: COMPANY.shortName,
    description: COMPANY.description,
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
