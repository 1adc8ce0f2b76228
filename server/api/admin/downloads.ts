import { CLOSED_POLICY } from '#server/http/pages/content-policy.ts';
import { attachmentDisposition } from '#server/http/api/content-disposition.ts';
import { streamParts } from '#server/http/api/stream-parts.ts';

const DOWNLOAD_HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': CLOSED_POLICY,
  'x-content-type-options': 'nosniff',
};

export function downloadResponse(
  body: ReadableStream | null,
  { name, type, size }: { name: string; type: string; size?: number },
): Response {
  return new Response(body, {
    headers: {
      ...DOWNLOAD_HEADERS,
      'content-type': type,
      'content-disposition': attachmentDisposition(name),
      ...(size === undefined ? {} : { 'content-length': String(size) }),
    },
  });
}

export async function csvResponse(parts: AsyncGenerator<string>, name: string): Promise<Response> {
  return downloadResponse(await streamParts(parts), { name, type: 'text/csv; charset=utf-8' });
}
