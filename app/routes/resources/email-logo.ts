import { pageContext, reportFailure } from '#server/http/pages/route-context.ts';
import { drawEmailLogo } from '#server/services/site-icons/index.ts';
import type { Route } from './+types/email-logo.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { services, settings } = context.get(pageContext);
  try {
    const logo = await drawEmailLogo(services, settings);
    if (logo === null) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(logo), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600' },
    });
  } catch (error) {
    reportFailure(services, error, 'the logo for emails could not be made');
    return new Response(null, { status: 503, headers: { 'Retry-After': '10' } });
  }
}
