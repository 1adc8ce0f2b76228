import type { Context } from 'hono';
import { TRACKING_MESSAGES } from '#shared/tracking/messages.ts';
import { CONFIRM_CODE, PERSON_EXPORT_PATH } from '#shared/tracking/values.ts';
import { ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import { attachmentResponse, streamResponse } from '#server/api/base/downloads.ts';
import { exportConfirmedPerson, writeHeldData } from '#server/services/privacy/index.ts';
import { openTrackedFile } from '#server/services/tracking/index.ts';
import type { Source } from '#server/traffic/source.ts';
import { createSourceLimit } from '#server/traffic/source-limit.ts';
import { type App, contextOf, type HonoEnv } from './base/request-context.ts';

type Named = { name: string; type: string };

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
    const file = await openTrackedFile(contextOf(c), token, id);
    return attachmentResponse(file, c.req.raw.method);
  });
  const stream = (c: Context<HonoEnv>, parts: AsyncGenerator<string | Uint8Array>, file: Named) =>
    streamResponse(limited(c.get('source'), parts), file, c.req.raw.method);
  app.get(PERSON_EXPORT_PATH, async (c) => {
    const parts = await exportConfirmedPerson(contextOf(c), c.req.query(CONFIRM_CODE) ?? '');
    return stream(c, parts, { name: 'your-data.tar', type: 'application/x-tar' });
  });
  app.get('/track/:token/data.json', (c) => {
    const parts = writeHeldData(contextOf(c), c.req.param('token'));
    return stream(c, parts, { name: 'your-enquiry.json', type: 'application/json' });
  });
}
