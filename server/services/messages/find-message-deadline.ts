import { validate as isUuid } from 'uuid';
import type { ServiceContext } from '#server/context/context.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';

/** When the sender of a message was promised an answer; a suspected one has no deadline of ours, which the sender need not learn. */
export async function findMessageDeadline(ctx: ServiceContext, id: string): Promise<Date | null> {
  if (!isUuid(id)) return null;
  const message = await ctx.db
    .selectFrom('contactMessages')
    .leftJoin('conversations', 'conversations.messageId', 'contactMessages.id')
    .select(['contactMessages.createdAt', 'conversations.promisedDueAt'])
    .where('contactMessages.id', '=', id)
    .executeTakeFirst();
  if (!message || message.promisedDueAt) return message?.promisedDueAt ?? null;
  const hours = await findOfficeHours(ctx);
  return hours.isFallback ? null : dueAt(message.createdAt, hours);
}
