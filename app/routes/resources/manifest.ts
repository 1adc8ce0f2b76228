import { COMPANY } from '#shared/company/values.ts';
import { HOME_SCREEN_ICONS } from '#shared/site-settings/values.ts';

/** What a phone shows when the site is put on its home screen (W3C Web Application Manifest). */
export function loader() {
  const manifest = {
    name: COMPANY.name,
    short_name: COMPANY.shortName,
    description: COMPANY.description,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'browser',
    icons: Object.entries(HOME_SCREEN_ICONS).map(([src, size]) => ({
      src,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  };
  return new Response(JSON.stringify(manifest), {
    headers: {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'public, max-age=3600',
    },
  });
}
