import type { services } from '#server/route-context.ts';

/** The answer to a crawler while the content cannot be loaded: come back, and forget nothing meanwhile. */
export async function orUnavailable(
  ctx: ReturnType<typeof services>,
  load: () => Promise<Response>,
): Promise<Response> {
  try {
    return await load();
  } catch (error) {
    ctx.log.error({ error }, 'a resource could not be made');
    return new Response('The content cannot be loaded right now.\n', {
      status: 503,
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
        'Retry-After': '60',
      },
    });
  }
}
