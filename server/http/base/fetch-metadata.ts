import type { IncomingHttpHeaders } from 'node:http';

/**
 * What a page of another site makes a browser do: `embed`, anything but opening a page of ours, such as an image, a frame or a form; `visit`,
 * opening one without the person's doing.
 */
export type ForeignUse = 'embed' | 'visit';

/**
 * What a browser says of a request that another site is behind (W3C Fetch Metadata); null for all others and for a link that a person followed.
 * Whoever writes these headers himself wins nothing: what is embedded is denied, and probes are as well.
 */
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
