import { pageContext, reportFailure } from '#server/http/pages/route-context.ts';
import { drawSiteIcon } from '#server/services/site-icons/index.ts';
import type { Route } from './+types/site-icon.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, settings } = context.get(pageContext);
  const isForTab = new URL(request.url).pathname === '/favicon.ico';
  try {
    const icon = await drawSiteIcon(services, { faviconUrl: settings.faviconUrl, isForTab });
    return new Response(new Uint8Array(icon), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600' },
    });
  } catch (error) {
    reportFailure(services, error, 'an icon of the site could not be made');
    return new Response(null, { status: 503, headers: { 'Retry-After': '10' } });
  }
}
