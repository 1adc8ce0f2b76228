import { sql } from 'kysely';
import { dueAt as dueAtOf, openMinutesBetween } from '#shared/office-hours/due-at.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import { ALERT_LEVELS } from '#shared/conversations/values.ts';
import { type ServiceContext, type Transaction, withTransaction } from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import {
  enqueueMails,
  type Mail,
  TEAM_RECIPIENT,
  WEBHOOK_RECIPIENT,
} from '#server/mail/outbox/outbox.ts';
import { settleDeadlines } from '#server/services/conversations/index.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import type { Reminder } from './reminder.ts';

type AlertLevel = (typeof ALERT_LEVELS)[number];

type Promised = { waitingSince: Date; dueAt: Date };

/** Level 100 is the promised deadline itself, even if the calendar changed. */
function alertAt(level: AlertLevel, { waitingSince, dueAt }: Promised, hours: OfficeHours): Date {
  if (level === 100) return dueAt;
  const promised = openMinutesBetween(waitingSince, dueAt, hours);
  const at = dueAtOf(waitingSince, hours, (promised * level) / 100);
  return at < dueAt ? at : dueAt;
}

function nextAlert(
  promise: Promised & { alertLevel: number },
  { now, hours }: { now: Date; hours: OfficeHours },
): { level: AlertLevel | null; nextAlertAt: Date | null } {
  const left = ALERT_LEVELS.filter((level) => level > promise.alertLevel).map(
    (level) => [level, alertAt(level, promise, hours)] as const,
  );
  const reached = left.filter(([, at]) => at <= now).at(-1);
  const [, nextAlertAt] = left.find(([, at]) => at > now) ?? [0, null];
  return { level: reached?.[0] ?? null, nextAlertAt };
}

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
function getRecipients(level: AlertLevel, email: string | null): string[] {
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

async function lockDue(tx: Transaction, now: Date): Promise<Due[]> {
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
  tx: Transaction,
  { id: conversationId, waitingSince, email }: Due,
  level: AlertLevel,
  hasWebhook: boolean,
): Promise<void> {
  const payload: Reminder = { conversationId, level, waitingSince: waitingSince.toISOString() };
  const mails: Mail[] = getRecipients(level, email).map((recipient) => ({
    kind: 'promise.reminder',
    recipient,
    payload,
  }));
  if (hasWebhook) mails.push({ kind: 'promise.webhook', recipient: WEBHOOK_RECIPIENT, payload });
  await enqueueMails(tx, mails, { conversationId });
}
