import { sql } from 'kysely';
import type { AdminActor, Database, ServiceContext } from '#server/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { storableText } from '#server/lib/storable-text.ts';
import { READING_ACTIONS, UNUSUAL_READING } from '#shared/contact-audit/values.ts';
import { changeReasons } from '#shared/admin-changes/values.ts';
import {
  COMMAND_LINE_ADDRESS,
  HIGH_THREAT_SCORE,
  UNUSUAL_READING_EVENT_TYPE,
} from '#shared/security-events/values.ts';

/**
 * Raises an alert when an administrator has opened as many enquiries within minutes as nobody does who answers them; once in that time. What they do
 * is not stopped: an owner looks at it. Called after the entry of the audit, in its transaction.
 */
export async function watchReading(
  ctx: ServiceContext,
  db: Database,
  { adminUserId, username }: AdminActor,
): Promise<void> {
  const { details, minutes } = UNUSUAL_READING;
  // By the clock of the database, as the entries are.
  const since = sql`clock_timestamp() - ${`${minutes} minutes`}::interval`;
  const { rows } = await sql<{ opened: number }>`
    select count(distinct coalesce(order_id, message_id)) as opened from contact_message_audit
    where action = any(${[...READING_ACTIONS]}::text[]) and created_at > ${since} and admin_user_id = ${adminUserId}
  `.execute(db);
  const opened = rows[0]?.opened ?? 0;
  if (opened < details) return;
  const [who = ''] = changeReasons(username, {}, {});
  const reasons = [who, `Opened ${opened} enquiries within ${minutes} minutes`].map(storableText);
  const raised = await sql`
    insert into security_events (event_type, ip_address, threat_score, reasons)
    select ${UNUSUAL_READING_EVENT_TYPE}, ${ctx.client.address ?? COMMAND_LINE_ADDRESS},
      ${HIGH_THREAT_SCORE}, ${JSON.stringify(reasons)}::jsonb
    where not exists (
      select from security_events
      where event_type = ${UNUSUAL_READING_EVENT_TYPE} and created_at > ${since}
        and reasons @> ${JSON.stringify([storableText(who)])}::jsonb
    )
  `.execute(db);
  if (raised.numAffectedRows) await announceChange(db, 'security_events');
}
