import { Hono } from 'hono';
import { BACKGROUND_HEADER } from '#shared/admin-sessions/values.ts';
import { timeZoneQuery } from '#shared/dashboard/admin-schema.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import {
  bulkResultSchema,
  leadFilterSchema,
  previousLeadSchema,
  statusChangeSchema,
} from '#shared/leads/admin-schema.ts';
import { MESSAGE_ADMIN_MESSAGES } from '#shared/messages/messages.ts';
import { MESSAGE_SORTS } from '#shared/messages/values.ts';
import {
  changedMessageSchema,
  messageBulkStatusSchema,
  messageChangeSchema,
  messageDetailSchema,
  messageListItemSchema,
} from '#shared/messages/admin-schema.ts';
import { MESSAGE_STATUSES } from '#shared/messages/values.ts';
import { privateAnswer } from '#server/http/api/json-response.ts';
import type { HonoEnv } from '#server/http/request-context.ts';
import { validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import {
  countMessages,
  exportMessages,
  getMessage,
  listMessages,
  updateMessage,
  updateMessageStatuses,
} from '#server/services/messages/index.ts';
import type { ApiDeps } from '#server/api/deps.ts';
import { rowIdOf } from './row-id.ts';
import { csvAnswer, leadListQuery, toFilter } from './lead-requests.ts';

const STATUSES = MESSAGE_STATUSES.map(({ value }) => value);
const filterQuery = leadFilterSchema(STATUSES);

const listItem = wireOf(messageListItemSchema);
const detail = wireOf(messageDetailSchema);
const changed = wireOf(changedMessageSchema);
const statusChange = wireOf(statusChangeSchema);
const previousLead = wireOf(previousLeadSchema);
const bulkResult = wireOf(bulkResultSchema);

export function messagesAdminApi({ contextOf, now }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.get('/', validateQuery(leadListQuery(STATUSES, MESSAGE_SORTS)), async (c) => {
    const { sort, cursor, limit, ...query } = c.req.valid('query');
    const page = await listMessages(contextOf(c), { ...toFilter(query), sort, cursor, limit });
    return privateAnswer({ items: page.items.map(listItem.encode), next_cursor: page.nextCursor });
  });

  router.get('/count', validateQuery(filterQuery), async (c) =>
    privateAnswer({ total: await countMessages(contextOf(c), toFilter(c.req.valid('query'))) }),
  );

  router.get(
    '/export.csv',
    validateQuery(filterQuery.extend({ time_zone: timeZoneQuery })),
    async (c) => {
      const { time_zone: timeZone, ...query } = c.req.valid('query');
      const parts = await exportMessages(contextOf(c), toFilter(query));
      return csvAnswer(parts, `messages_${localDate(now(), timeZone)}.csv`);
    },
  );

  router.post('/bulk-status', validateWireJson(messageBulkStatusSchema), async (c) => {
    const { filter, ...change } = c.req.valid('json');
    const results = await updateMessageStatuses(contextOf(c), {
      ...change,
      filter: filter && toFilter(filter),
    });
    return privateAnswer({ results: results.map(bulkResult.encode) });
  });

  router.get('/:id', async (c) => {
    const id = rowIdOf(c, MESSAGE_ADMIN_MESSAGES.notFound);
    const isRefresh = c.req.header(BACKGROUND_HEADER) === '1';
    const message = await getMessage(contextOf(c), id, { isRefresh });
    return privateAnswer({
      ...detail.encode(message),
      timeline: message.timeline.map(statusChange.encode),
      previous: message.previous.map(previousLead.encode),
    });
  });

  router.patch('/:id', validateWireJson(messageChangeSchema), async (c) => {
    const id = rowIdOf(c, MESSAGE_ADMIN_MESSAGES.notFound);
    const message = await updateMessage(contextOf(c), id, c.req.valid('json'));
    return privateAnswer({
      ...changed.encode(message),
      timeline: message.timeline.map(statusChange.encode),
    });
  });

  return router;
}
