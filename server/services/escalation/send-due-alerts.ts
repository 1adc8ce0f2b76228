import { sql, type Transaction } from 'kysely';
import { type ServiceContext, withTransaction } from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import type { DB } from '#server/db/types.ts';
import {
  enqueueMails,
  type Mail,
  TEAM_RECIPIENT,
  WEBHOOK_RECIPIENT,
} from '#server/mail/outbox/outbox.ts';
import { settleDeadlines } from '#server/services/conversations/index.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { type AlertLevel, nextAlert } from './alert-times.ts';
import type { Reminder } from './reminder.ts';

const MAX_AT_ONCE = 50;

type Due = {
  id: string;
  waitingSince: Date;
  dueAt: Date;
  alertLevel: number;
  /** Address of the assignee, if they can be reminded. */
  email: string | null;
};

/** First the assignee alone, later everyone; everyone immediately without an assignee. */
export function recipientsOf(level: AlertLevel, email: string | null): string[] {
  if (email === null) return [TEAM_RECIPIENT];
  return level === 50 ? [email] : [email, TEAM_RECIPIENT];
}

/** One reminder for the highest reached share of the promised time. Returns the number of conversations looked at. */
export async function sendDueAlerts(
  ctx: ServiceContext,
  { hasWebhook }: { hasWebhook: boolean },
): Promise<number> {
  const now = ctx.now();
  if (!(await hasWork(ctx, now))) return 0;
  return withTransaction(ctx, async (tx) => {
    const settled = await settleDeadlines(ctx, tx);
    const due = await lockDue(tx, now);
    if (due.length === 0) return settled;
    const hours = await findOfficeHours({ ...ctx, db: tx });
    for (const conversation of due) {
      const { level, nextAlertAt } = nextAlert(conversation, { now, hours });
      await tx
        .updateTable('conversations')
        .set({ nextAlertAt, ...(level !== null && { alertLevel: level }) })
        .where('id', '=', conversation.id)
        .execute();
      if (level !== null) await remind(tx, conversation, level, hasWebhook);
    }
    await announceChange(tx, 'conversations');
    return due.length + settled;
  });
}

const isDue = (now: Date) =>
  sql<boolean>`next_alert_at is not null and greatest(next_alert_at, snoozed_until) <= ${now}`;

/** Asked every second: one statement while idle. */
async function hasWork({ db }: ServiceContext, now: Date): Promise<boolean> {
  const { rows } = await sql<{ hasWork: boolean }>`
    select exists (select from conversations where is_deadline_provisional)
      or exists (select from conversations where ${isDue(now)}) as has_work
  `.execute(db);
  return rows[0]?.hasWork ?? false;
}

async function lockDue(tx: Transaction<DB>, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as (
      select id, waiting_since, due_at, alert_level, assignee_id from conversations
      where ${isDue(now)}
      order by greatest(next_alert_at, snoozed_until)
      limit ${MAX_AT_ONCE}
      for update skip locked
    )
    select due.id, waiting_since, due_at, alert_level, email
    from due left join admin_users on admin_users.id = assignee_id and is_active and role <> 'auditor'
  `.execute(tx);
  return rows;
}

async function remind(
  tx: Transaction<DB>,
  { id: conversationId, waitingSince, email }: Due,
  level: AlertLevel,
  hasWebhook: boolean,
): Promise<void> {
  const payload: Reminder = { conversationId, level, waitingSince: waitingSince.toISOString() };
  const mails: Mail[] = recipientsOf(level, email).map((recipient) => ({
    kind: 'promise.reminder',
    recipient,
    payload,
  }));
  if (hasWebhook) mails.push({ kind: 'promise.webhook', recipient: WEBHOOK_RECIPIENT, payload });
  await enqueueMails(tx, mails, { conversationId });
}
