import { CLOSED_POLICY } from '#server/http/pages/content-policy.ts';
import { attachmentDisposition } from '#server/http/api/content-disposition.ts';

const DOWNLOAD_HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': CLOSED_POLICY,
  'x-content-type-options': 'nosniff',
};

/** A file for the administrator alone, never shown in place. */
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

/** A CSV file that is written while it is sent: from its second batch on, so that a list that cannot be read is an error and no empty file. */
export async function csvResponse(parts: AsyncGenerator<string>, name: string): Promise<Response> {
  const encoder = new TextEncoder();
  const heading = await parts.next();
  const begun = [heading, await parts.next()];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = begun.shift() ?? (await parts.next());
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return downloadResponse(body, { name, type: 'text/csv; charset=utf-8' });
}
