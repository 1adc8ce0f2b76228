import { loadOr } from '#server/route-context.ts';
import { findShareImage } from '#server/services/share-images/index.ts';
import type { Route } from './+types/share-image.ts';

const ENDING = '.png';

export async function loader({ context, params: { kind, name } }: Route.LoaderArgs) {
  if (!name.endsWith(ENDING)) return new Response(null, { status: 404 });
  const { value: image, hasFailed } = await loadOr<Uint8Array | null>(
    context,
    'Error making a share image:',
    null,
    (ctx) => findShareImage(ctx, kind, name.slice(0, -ENDING.length)),
  );
  if (!image) {
    return hasFailed
      ? new Response(null, { status: 503, headers: { 'Retry-After': '10' } })
      : new Response(null, { status: 404 });
  }
  return new Response(new Uint8Array(image), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600' },
  });
}
