import { Readable } from 'node:stream';
import { TRACKING_MESSAGES } from '#shared/tracking/messages.ts';
import { CONFIRM_CODE, PERSON_EXPORT_PATH } from '#shared/tracking/values.ts';
import { ServiceError } from '#server/errors.ts';
import { LIMITS } from '#server/limits.ts';
import { attachmentDisposition } from '#server/http/api/content-disposition.ts';
import { streamParts } from '#server/http/api/stream-parts.ts';
import { CLOSED_POLICY } from '#server/http/pages/content-policy.ts';
import { exportConfirmedPerson } from '#server/services/persons/index.ts';
import { openTrackedFile, writeHeldData } from '#server/services/tracking/index.ts';
import type { Source } from '#server/traffic/source.ts';
import { createSourceLimit } from '#server/traffic/source-limit.ts';
import { type App, contextOf } from './request-context.ts';

type Download = { name: string; type: string; size?: number };

function download(body: BodyInit | null, { name, type, size }: Download): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      ...(size === undefined ? {} : { 'content-length': String(size) }),
      'content-disposition': attachmentDisposition(name),
      'content-security-policy': CLOSED_POLICY,
    },
  });
}

/** Bounds the downloads that are being written at once, however slowly they are read. */
function createDownloadLimit() {
  const sources = createSourceLimit({
    max: LIMITS.heldDataDownloadsPerAddress,
    maxWide: LIMITS.heldDataDownloadsPerNetwork,
  });
  let count = 0;

  return async function* limited<Part>(source: Source, parts: AsyncGenerator<Part>) {
    const isFull = count >= LIMITS.heldDataDownloads && !source.isExempt;
    const release = isFull ? null : sources.take(source);
    if (!release) throw new ServiceError('RATE_LIMITED', TRACKING_MESSAGES.tooManyDownloads);
    count += 1;
    try {
      yield* parts;
    } finally {
      count -= 1;
      release();
    }
  };
}

export function mountTrackingFiles(app: App): void {
  const limited = createDownloadLimit();
  app.get('/track/:token/files/:id', async (c) => {
    const { token, id } = c.req.param();
    const { name, contentType, size, stream } = await openTrackedFile(contextOf(c), token, id);
    const isHead = c.req.raw.method === 'HEAD';
    if (isHead) stream.destroy();
    const body = isHead ? null : (Readable.toWeb(stream) as ReadableStream);
    return download(body, { name, type: contentType, size });
  });
  app.get(PERSON_EXPORT_PATH, async (c) => {
    const parts = await exportConfirmedPerson(contextOf(c), c.req.query(CONFIRM_CODE) ?? '');
    const body = await streamParts(limited(c.get('source'), parts));
    const isHead = c.req.raw.method === 'HEAD';
    if (isHead) await body.cancel();
    return download(isHead ? null : body, { name: 'your-data.tar', type: 'application/x-tar' });
  });
  app.get('/track/:token/data.json', async (c) => {
    const parts = writeHeldData(contextOf(c), c.req.param('token'));
    const body = await streamParts(limited(c.get('source'), parts));
    const isHead = c.req.raw.method === 'HEAD';
    if (isHead) await body.cancel();
    return download(isHead ? null : body, { name: 'your-enquiry.json', type: 'application/json' });
  });
}
