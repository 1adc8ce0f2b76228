import { Readable } from 'node:stream';
import * as z from 'zod';
import { orderChangeSchema } from '#shared/orders/admin-schema.ts';
import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';
import { ORDER_SORTS, ORDER_STATUSES } from '#shared/orders/values.ts';
import { ServiceError } from '#server/errors.ts';
import type { ContextOf } from '#server/http/request-context.ts';
import type { Lead } from '#server/services/leads/index.ts';
import { openOrderFile, orders } from '#server/services/orders/index.ts';
import { downloadResponse } from '#server/api/admin/downloads.ts';
import { leadAdminApi } from './leads.ts';
import { rowIdOf } from '#server/api/admin/row-id.ts';

const OPTIONS = {
  name: 'orders',
  statuses: ORDER_STATUSES.map(({ value }) => value),
  sorts: ORDER_SORTS,
  changeSchema: orderChangeSchema,
};

export function ordersAdminApi(contextOf: ContextOf) {
  const router = leadAdminApi(orders as unknown as Lead, OPTIONS, contextOf);

  router.get('/:id/files/:fileId', async (c) => {
    const orderId = rowIdOf(c, ORDER_ADMIN_MESSAGES.fileNotFound);
    const fileId = z.guid().safeParse(c.req.param('fileId'));
    if (!fileId.success) throw new ServiceError('NOT_FOUND', ORDER_ADMIN_MESSAGES.fileNotFound);
    const { name, contentType, size, stream } = await openOrderFile(contextOf(c), {
      orderId,
      fileId: fileId.data,
    });
    if (c.req.raw.method === 'HEAD') stream.destroy();
    const body = c.req.raw.method === 'HEAD' ? null : (Readable.toWeb(stream) as ReadableStream);
    return downloadResponse(body, { name, type: contentType, size });
  });

  return router;
}
