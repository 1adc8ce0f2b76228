import { type PageContext, reportFailure } from '#server/http/pages/route-context.ts';

/** A 503 makes crawlers and feed readers retry later. */
function unavailable(): Response {
  return new Response('The content is not available right now.\n', {
    status: 503,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': '60',
    },
  });
}

/** Unavailable during maintenance or when loading fails. */
export async function orUnavailable(
  { services, settings }: Pick<PageContext, 'services' | 'settings'>,
  make: () => Promise<Response>,
): Promise<Response> {
  if (settings.maintenanceMode) return unavailable();
  try {
    return await make();
  } catch (error) {
    reportFailure(services, error, 'a resource could not be made');
    return unavailable();
  }
}
