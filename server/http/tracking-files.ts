import { Readable } from 'node:stream';
import { TRACKING_MESSAGES } from '#shared/tracking/messages.ts';
import { ServiceError } from '#server/errors.ts';
import { attachmentDisposition } from '#server/http/api/content-disposition.ts';
import { CLOSED_POLICY } from '#server/http/pages/content-policy.ts';
import { openTrackedFile, readHeldData } from '#server/services/tracking/index.ts';
import { type App, contextOf } from './request-context.ts';

type Download = { name: string; type: string; size: number };

function download(body: BodyInit | null, { name, type, size }: Download): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-length': String(size),
      'content-disposition': attachmentDisposition(name),
      'content-security-policy': CLOSED_POLICY,
    },
  });
}

/** What the page of a visitor lets them download: the files of their conversation, and everything held. */
export function mountTrackingFiles(app: App): void {
  app.get('/track/:token/files/:id', async (c) => {
    const { token, id } = c.req.param();
    const { name, contentType, size, stream } = await openTrackedFile(contextOf(c), token, id);
    const isHead = c.req.raw.method === 'HEAD';
    if (isHead) stream.destroy();
    const body = isHead ? null : (Readable.toWeb(stream) as ReadableStream);
    return download(body, { name, type: contentType, size });
  });
  app.get('/track/:token/data.json', async (c) => {
    const held = await readHeldData(contextOf(c), c.req.param('token'));
    if (!held) throw new ServiceError('NOT_FOUND', TRACKING_MESSAGES.gone);
    const text = Buffer.from(`${JSON.stringify(held, null, 2)}\n`);
    const facts = { name: 'your-enquiry.json', type: 'application/json', size: text.byteLength };
    return download(c.req.raw.method === 'HEAD' ? null : text, facts);
  });
}
