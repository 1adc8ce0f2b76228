import type { IncomingHttpHeaders } from 'node:http';

/** `embed`: another site's page loads or sends something. `visit`: it opens a page here without the user's action. */
export type ForeignUse = 'embed' | 'visit';

/** Reads Fetch Metadata; null for own requests and followed links. Forging the headers gains nothing. */
export function foreignUseOf(
  method: string,
  site: string | undefined,
  dest: string | undefined,
  user: string | undefined,
): ForeignUse | null {
  if (site !== 'cross-site') return null;
  if (dest !== 'document' || (method !== 'GET' && method !== 'HEAD')) return 'embed';
  return user === '?1' ? null : 'visit';
}

export function readForeignUse(
  method: string | undefined,
  headers: IncomingHttpHeaders,
): ForeignUse | null {
  return foreignUseOf(
    method ?? 'GET',
    headers['sec-fetch-site']?.toString(),
    headers['sec-fetch-dest']?.toString(),
    headers['sec-fetch-user']?.toString(),
  );
}
