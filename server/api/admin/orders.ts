import { Readable } from 'node:stream';
import { Hono } from 'hono';
import * as z from 'zod';
import { timeZoneQuery } from '#shared/dashboard/admin-schema.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import {
  bulkResultSchema,
  leadFilterSchema,
  previousLeadSchema,
  statusChangeSchema,
} from '#shared/leads/admin-schema.ts';
import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';
import { ORDER_SORTS } from '#shared/orders/values.ts';
import {
  changedOrderSchema,
  orderBulkStatusSchema,
  orderChangeSchema,
  orderDetailSchema,
  orderFileSchema,
  orderListItemSchema,
} from '#shared/orders/admin-schema.ts';
import { ORDER_STATUSES } from '#shared/orders/values.ts';
import { ServiceError } from '#server/errors.ts';
import { privateAnswer } from '#server/http/api/json-response.ts';
import type { HonoEnv } from '#server/http/request-context.ts';
import { validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import {
  countOrders,
  exportOrders,
  getOrder,
  listOrders,
  openOrderFile,
  updateOrder,
  updateOrderStatuses,
} from '#server/services/orders/index.ts';
import type { ApiDeps } from '#server/api/deps.ts';
import { rowIdOf } from './row-id.ts';
import { csvAnswer, downloadAnswer, leadListQuery, toFilter } from './lead-requests.ts';

const STATUSES = ORDER_STATUSES.map(({ value }) => value);
const filterQuery = leadFilterSchema(STATUSES);

const listItem = wireOf(orderListItemSchema);
const detail = wireOf(orderDetailSchema);
const changed = wireOf(changedOrderSchema);
const file = wireOf(orderFileSchema);
const statusChange = wireOf(statusChangeSchema);
const previousLead = wireOf(previousLeadSchema);
const bulkResult = wireOf(bulkResultSchema);

export function ordersAdminApi({ contextOf, now }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.get('/', validateQuery(leadListQuery(STATUSES, ORDER_SORTS)), async (c) => {
    const { sort, cursor, limit, ...query } = c.req.valid('query');
    const page = await listOrders(contextOf(c), { ...toFilter(query), sort, cursor, limit });
    return privateAnswer({ items: page.items.map(listItem.encode), next_cursor: page.nextCursor });
  });

  router.get('/count', validateQuery(filterQuery), async (c) =>
    privateAnswer({ total: await countOrders(contextOf(c), toFilter(c.req.valid('query'))) }),
  );

  router.get(
    '/export.csv',
    validateQuery(filterQuery.extend({ time_zone: timeZoneQuery })),
    async (c) => {
      const { time_zone: timeZone, ...query } = c.req.valid('query');
      const parts = await exportOrders(contextOf(c), toFilter(query));
      return csvAnswer(parts, `orders_${localDate(now(), timeZone)}.csv`);
    },
  );

  router.post('/bulk-status', validateWireJson(orderBulkStatusSchema), async (c) => {
    const { filter, ...change } = c.req.valid('json');
    const results = await updateOrderStatuses(contextOf(c), {
      ...change,
      filter: filter && toFilter(filter),
    });
    return privateAnswer({ results: results.map(bulkResult.encode) });
  });

  router.get('/:id', async (c) => {
    const order = await getOrder(contextOf(c), rowIdOf(c, ORDER_ADMIN_MESSAGES.notFound));
    return privateAnswer({
      ...detail.encode(order),
      files: order.files.map(file.encode),
      timeline: order.timeline.map(statusChange.encode),
      previous: order.previous.map(previousLead.encode),
    });
  });

  router.patch('/:id', validateWireJson(orderChangeSchema), async (c) => {
    const id = rowIdOf(c, ORDER_ADMIN_MESSAGES.notFound);
    const order = await updateOrder(contextOf(c), id, c.req.valid('json'));
    return privateAnswer({
      ...changed.encode(order),
      timeline: order.timeline.map(statusChange.encode),
    });
  });

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
    return downloadAnswer(body, { name, type: contentType, size });
  });

  return router;
}
