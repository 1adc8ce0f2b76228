import type * as z from 'zod';
import { BACKGROUND_HEADER } from '#shared/admin-sessions/values.ts';
import { timeZoneQuery } from '#shared/dashboard/admin-schema.ts';
import {
  bulkStatusResultsSchema,
  bulkStatusSchema,
  leadFilterSchema,
} from '#shared/leads/admin-schema.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import type { Lead } from '#server/services/leads/index.ts';
import { pageQuery, sortQuery } from '#server/api/base/queries.ts';
import { attachmentResponse, csvResponse } from '#server/api/base/downloads.ts';
import { attachedFile, conversationEndpoints } from './conversation.ts';
import { linkAndHoldEndpoints } from './link-and-hold.ts';
import { countSchema, endpoint, file, list, record, routerOf } from '#server/api/base/endpoint.ts';
import { MESSAGE_ADMIN_MESSAGES } from '#shared/messages/messages.ts';
import { convertedOrderSchema } from '#shared/orders/admin-schema.ts';
import { orderInputSchema } from '#shared/orders/schema.ts';
import { convertMessage, openOrderFile } from '#server/services/orders/index.ts';
import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';

function toFilter({ suspect, ...filter }: z.output<ReturnType<typeof leadFilterSchema<string>>>) {
  return { ...filter, isSuspect: suspect };
}

export function leadAdminApi(lead: Lead) {
  const { name, schemas, sorts, statuses, notFound } = lead;
  const filterQuery = leadFilterSchema(statuses);

  return routerOf(lead.table, {
    'GET /': endpoint({
      summary: 'A page of the enquiries',
      query: filterQuery.extend({ sort: sortQuery(sorts), ...pageQuery.shape }),
      response: list(schemas.listItem),
      run: (ctx, { query: { sort, cursor, limit, ...filter } }) =>
        lead.adminList(ctx, { ...toFilter(filter), sort, cursor, limit }),
    }),
    'GET /count': endpoint({
      summary: 'How many enquiries a filter finds',
      query: filterQuery,
      response: record(countSchema),
      run: async (ctx, { query }) => ({ total: await lead.count(ctx, toFilter(query)) }),
    }),
    'GET /export.csv': endpoint({
      summary: 'All enquiries that a filter finds',
      access: 'administration',
      query: filterQuery.extend({ time_zone: timeZoneQuery }),
      errors: ['PROOF_REQUIRED'],
      response: file('The table', 'text/csv'),
      async run(ctx, { query: { time_zone: timeZone, ...filter } }) {
        const parts = await lead.export(ctx, toFilter(filter));
        return csvResponse(parts, `${name}_${localDate(ctx.now(), timeZone)}.csv`);
      },
    }),
    'POST /bulk-status': endpoint({
      summary: 'Changes the status of many enquiries, all or none',
      description:
        'Either `ids` names them, or `filter` finds them and `expected_total` says how many they are.',
      body: bulkStatusSchema(statuses),
      errors: ['CONFLICT', 'UNPROCESSABLE'],
      response: record(bulkStatusResultsSchema),
      async run(ctx, { body: { filter, ...change } }) {
        const choice = { ...change, filter: filter && toFilter(filter) };
        return { results: await lead.updateStatuses(ctx, choice) };
      },
    }),
    'GET /:id': endpoint({
      summary: 'An enquiry with all its texts; the contact audit records who has read it',
      notFound,
      response: record(schemas.detail),
      run: (ctx, { id }, c) =>
        lead.get(ctx, id, { isRefresh: c.req.header(BACKGROUND_HEADER) === '1' }),
    }),
    'PATCH /:id': endpoint({
      summary: 'Changes the status or the notes of an enquiry, or takes the mark of a suspect away',
      description: 'With `old_notes`, notes that somebody else has changed are not overwritten.',
      body: schemas.change,
      notFound,
      errors: ['CONFLICT'],
      response: record(schemas.changed),
      run: (ctx, { id, body }) => lead.update(ctx, id, body),
    }),
    ...conversationEndpoints(lead),
    ...linkAndHoldEndpoints(lead),
  });
}

export const messageOrderAdminApi = routerOf('contactMessages', {
  'POST /:id/order': endpoint({
    summary: 'Makes an order of a message, which goes on with its conversation',
    description:
      'A message becomes one order: sent again, this returns the order that there is. Another address than the message has needs a fresh proof.',
    body: orderInputSchema,
    errors: ['PROOF_REQUIRED'],
    notFound: MESSAGE_ADMIN_MESSAGES.notFound,
    response: record(convertedOrderSchema, 201),
    run: (ctx, { id, body }) => convertMessage(ctx, id, body),
  }),
});

export const orderFilesAdminApi = routerOf('orders', {
  'GET /:id/files/:fileId': endpoint({
    summary: 'A file of an order',
    notFound: ORDER_ADMIN_MESSAGES.fileNotFound,
    response: attachedFile,
    run: async (ctx, { id: orderId, fileId }, c) =>
      attachmentResponse(await openOrderFile(ctx, { orderId, fileId }), c.req.raw.method),
  }),
});
