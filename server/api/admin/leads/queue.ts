import {
  presenceSchema,
  queueDueSchema,
  queueItemSchema,
  queueQuerySchema,
} from '#shared/queue/admin-schema.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';
import {
  countDue,
  listQueue,
  announcePresence,
  endPresence,
} from '#server/services/queue/index.ts';
import { done, endpoint, list, record, routerOf } from '#server/api/base/endpoint.ts';
import { pageQuery } from '#server/api/base/queries.ts';

const { notFound } = CONVERSATION_MESSAGES;

export const queueAdminApi = routerOf('queue', {
  'GET /': endpoint({
    summary: 'Who waits for an answer, the oldest deadline first',
    description:
      '`filter` selects: `mine`, `unassigned`, `snoozed` (the first that comes back first), `steps` (whose next step is due, the oldest first).',
    query: queueQuerySchema.extend(pageQuery.shape),
    response: list(queueItemSchema),
    run: (ctx, { query }) => listQueue(ctx, query),
  }),
  'GET /due': endpoint({
    summary: 'How many answers are overdue or nearly so, up to 100',
    response: record(queueDueSchema),
    run: countDue,
  }),
  'POST /:id/answering': endpoint({
    summary: 'Says that you are answering in a conversation, unless somebody else is',
    description: 'Returns who is, and until when; say it again before that. It locks nothing.',
    notFound,
    response: record(presenceSchema),
    run: (ctx, { id }) => announcePresence(ctx, id),
  }),
  'DELETE /:id/answering': endpoint({
    summary: 'Says that you are no longer answering',
    notFound,
    response: done,
    run: (ctx, { id }) => endPresence(ctx, id),
  }),
});
