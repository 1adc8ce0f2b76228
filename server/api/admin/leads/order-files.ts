import { Readable } from 'node:stream';
import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';
import { ATTACHMENT_TYPES } from '#shared/orders/values.ts';
import { openOrderFile } from '#server/services/orders/index.ts';
import { downloadResponse } from '#server/api/admin/downloads.ts';
import { endpoint, file, routerOf } from '#server/api/admin/endpoint.ts';

/** What orders have beside the endpoints of all leads. */
export const orderFilesAdminApi = routerOf('orders', {
  'GET /:id/files/:fileId': endpoint({
    summary: 'A file of an order',
    notFound: ORDER_ADMIN_MESSAGES.fileNotFound,
    response: file('The file', ...ATTACHMENT_TYPES.map(({ mime }) => mime)),
    async run(ctx, { id: orderId, fileId }, c) {
      const opened = await openOrderFile(ctx, { orderId, fileId });
      const { name, contentType, size, stream } = opened;
      const isHead = c.req.raw.method === 'HEAD';
      if (isHead) stream.destroy();
      const body = isHead ? null : (Readable.toWeb(stream) as ReadableStream);
      return downloadResponse(body, { name, type: contentType, size });
    },
  }),
});
