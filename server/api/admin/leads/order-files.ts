import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { openOrderFile } from '#server/services/orders/index.ts';
import { downloadResponse } from '#server/api/admin/downloads.ts';
import { rowIdOf } from '#server/api/admin/row-id.ts';

/** What orders have beside the endpoints of all leads. */
export const orderFilesAdminApi = new Hono<HonoEnv>().get('/:id/files/:fileId', async (c) => {
  const { name, contentType, size, stream } = await openOrderFile(contextOf(c), {
    orderId: rowIdOf(c, ORDER_ADMIN_MESSAGES.fileNotFound),
    fileId: rowIdOf(c, ORDER_ADMIN_MESSAGES.fileNotFound, 'fileId'),
  });
  const isHead = c.req.raw.method === 'HEAD';
  if (isHead) stream.destroy();
  const body = isHead ? null : (Readable.toWeb(stream) as ReadableStream);
  return downloadResponse(body, { name, type: contentType, size });
});
