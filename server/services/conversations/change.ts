import { sql, type Updateable } from 'kysely';
import type { ServiceContext, Transaction } from '#server/context/context.ts';
import type { Conversations } from '#server/db/types.ts';
import { announceChange } from '#server/db/announce.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { NOBODY_WAITS, waitsSince } from './deadline.ts';
import type { Conversation } from './lock.ts';
import { insertEntry } from './entries.ts';

export async function updateConversation(
  tx: Transaction,
  { id }: Pick<Conversation, 'id'>,
  changes: Updateable<Conversations>,
): Promise<void> {
  await tx.updateTable('conversations').set(changes).where('id', '=', id).execute();
  await announceChange(tx, 'conversations');
}

type Leads = { lead: 'orderId' | 'messageId'; ids: readonly string[] };

/** A converted message is excluded: the status of its order decides. */
function areOf({ lead, ids }: Leads) {
  const isDecided = lead === 'messageId' ? sql`order_id is null` : sql`true`;
  return sql<boolean>`${sql.ref(lead)} = any(${[...ids]}::uuid[]) and ${isDecided}`;
}

export async function endWaiting(tx: Transaction, leads: Leads): Promise<void> {
  // Every caller locks several conversations in this order.
  const ids = await tx
    .selectFrom('conversations')
    .select('id')
    .where(areOf(leads))
    .orderBy('id')
    .forUpdate()
    .execute();
  await tx
    .updateTable('conversations')
    .set(NOBODY_WAITS)
    .where('id', '=', sql<string>`any(${ids.map(({ id }) => id)}::uuid[])`)
    .execute();
  await announceChange(tx, 'conversations');
}

/** Restarts the deadline of leads whose last entry is the visitor's, from that time. */
export async function waitAgain(
  ctx: Pick<ServiceContext, 'officeHours'>,
  tx: Transaction,
  leads: Leads,
): Promise<void> {
  const rows = await tx
    .selectFrom('conversations')
    .select(['id', 'lastWordAt', 'promisedDueAt'])
    .where(areOf(leads))
    .where('lastWord', '=', 'visitor')
    .where('dueAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length > 0) {
    const hours = await findOfficeHours({ ...ctx, db: tx });
    const changed = rows.map(({ id, lastWordAt, promisedDueAt }) => {
      const { waitingSince, dueAt, nextAlertAt, isDeadlineProvisional } = waitsSince(
        lastWordAt,
        hours,
      );
      return {
        id,
        waiting_since: waitingSince,
        due_at: dueAt,
        next_alert_at: nextAlertAt,
        is_deadline_provisional: isDeadlineProvisional,
        promised_due_at: promisedDueAt ?? (isDeadlineProvisional ? null : dueAt),
      };
    });
    await sql`
      update conversations set waiting_since = input.waiting_since, due_at = input.due_at,
        next_alert_at = input.next_alert_at, alert_level = 0,
        is_deadline_provisional = input.is_deadline_provisional,
        promised_due_at = input.promised_due_at
      from json_to_recordset(${JSON.stringify(changed)}) as input (
        id uuid, waiting_since timestamptz, due_at timestamptz, next_alert_at timestamptz,
        promised_due_at timestamptz, is_deadline_provisional boolean
      )
      where conversations.id = input.id
    `.execute(tx);
  }
  await announceChange(tx, 'conversations');
}

export async function withdrawConversation(
  ctx: ServiceContext,
  tx: Transaction,
  conversation: Conversation,
): Promise<void> {
  if (conversation.withdrawnAt) return;
  const createdAt = ctx.now();
  await insertEntry(tx, conversation, { kind: 'withdrawn', via: 'page', createdAt });
  await updateConversation(tx, conversation, { ...NOBODY_WAITS, withdrawnAt: createdAt });
}

/** Restarts the deadline when the visitor wrote last and the enquiry is open. */
export async function resumeConversation(
  ctx: ServiceContext,
  tx: Transaction,
  conversation: Conversation,
  { isOpen }: { isOpen: boolean },
): Promise<void> {
  if (!conversation.withdrawnAt) return;
  const createdAt = ctx.now();
  await insertEntry(tx, conversation, { kind: 'resumed', via: 'page', createdAt });
  const deadline =
    isOpen && conversation.lastWord === 'visitor'
      ? waitsSince(createdAt, await findOfficeHours({ ...ctx, db: tx }))
      : {};
  await updateConversation(tx, conversation, { ...deadline, withdrawnAt: null });
}
