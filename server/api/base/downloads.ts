import { Readable } from 'node:stream';
import type { OpenedFile } from '#server/services/conversations/index.ts';
import { CLOSED_POLICY } from '#server/http/base/content-policy.ts';

/** Content-Disposition (RFC 6266): ASCII for old clients, UTF-8 for others. */
export function attachmentDisposition(name: string): string {
  const wellFormed = name.toWellFormed();
  const plain = wellFormed
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%/]/gu, '_');
  // RFC 8187 allows fewer characters than encodeURIComponent leaves as they are.
  const encoded = encodeURIComponent(wellFormed).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

type Download = { name: string; type: string; size?: number };

function downloadResponse(body: ReadableStream | null, { name, type, size }: Download): Response {
  return new Response(body, {
    headers: {
      'cache-control': 'private, no-store',
      'content-security-policy': CLOSED_POLICY,
      'x-content-type-options': 'nosniff',
      'content-type': type,
      'content-disposition': attachmentDisposition(name),
      ...(size === undefined ? {} : { 'content-length': String(size) }),
    },
  });
}

export function attachmentResponse(
  { name, contentType, size, stream }: OpenedFile,
  method: string,
): Response {
  const isHead = method === 'HEAD';
  if (isHead) stream.destroy();
  const body = isHead ? null : (Readable.toWeb(stream) as ReadableStream);
  return downloadResponse(body, { name, type: contentType, size });
}

/** Reads two parts before it responds, so that a failed read is an error response. A client that leaves ends the generator. */
export async function streamResponse(
  parts: AsyncGenerator<string | Uint8Array>,
  file: Download,
  method = 'GET',
): Promise<Response> {
  const encoder = new TextEncoder();
  const heading = await parts.next();
  const begun = [heading, await parts.next()];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = begun.shift() ?? (await parts.next());
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  if (method !== 'HEAD') return downloadResponse(body, file);
  await body.cancel();
  return downloadResponse(null, file);
}

export function csvResponse(parts: AsyncGenerator<string>, name: string): Promise<Response> {
  return streamResponse(parts, { name, type: 'text/csv; charset=utf-8' });
}
