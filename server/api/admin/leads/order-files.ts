import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';
import { openOrderFile } from '#server/services/orders/index.ts';
import { endpoint, routerOf } from '#server/api/admin/endpoint.ts';
import { attachedFile, attachmentResponse } from './conversation.ts';

export const orderFilesAdminApi = routerOf('orders', {
  'GET /:id/files/:fileId': endpoint({
    summary: 'A file of an order',
    notFound: ORDER_ADMIN_MESSAGES.fileNotFound,
    response: attachedFile,
    run: async (ctx, { id: orderId, fileId }, c) =>
      attachmentResponse(await openOrderFile(ctx, { orderId, fileId }), c.req.raw.method),
  }),
});
