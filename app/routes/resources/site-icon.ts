import { pageContext, reportFailure } from '#server/route-context.ts';
import { drawHomeScreenIcon, drawIconFile } from '#server/services/site-icons/index.ts';
import type { Route } from './+types/site-icon.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, settings } = context.get(pageContext);
  const { pathname } = new URL(request.url);
  const isFile = pathname.endsWith('.ico');
  try {
    const draw = isFile ? drawIconFile : drawHomeScreenIcon;
    const icon = await draw(services, settings.faviconUrl);
    return new Response(new Uint8Array(icon), {
      headers: {
        'Content-Type': isFile ? 'image/x-icon' : 'image/png',
        'Cache-Control': 'public, max-age=3600',
      },
    });
  } catch (error) {
    reportFailure(services, error, 'an icon of the site could not be made');
    return new Response(null, { status: 503, headers: { 'Retry-After': '10' } });
  }
}
