import { messageChangeSchema } from '#shared/messages/admin-schema.ts';
import { MESSAGE_SORTS, MESSAGE_STATUSES } from '#shared/messages/values.ts';
import type { ContextOf } from '#server/http/request-context.ts';
import type { Lead } from '#server/services/leads/index.ts';
import { messages } from '#server/services/messages/index.ts';
import { leadAdminApi } from './leads.ts';

const OPTIONS = {
  name: 'messages',
  statuses: MESSAGE_STATUSES.map(({ value }) => value),
  sorts: MESSAGE_SORTS,
  changeSchema: messageChangeSchema,
};

export function messagesAdminApi(contextOf: ContextOf) {
  return leadAdminApi(messages as unknown as Lead, OPTIONS, contextOf);
}
