import { sql } from 'kysely';
import {
  type AdminActor,
  type Database,
  type ServiceContext,
  withTransaction,
} from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { storableText } from '#server/lib/storable-text.ts';
import { READING_ACTIONS, UNUSUAL_READING } from '#shared/contact-audit/values.ts';
import { changeReasons } from '#shared/admin-changes/values.ts';
import {
  COMMAND_LINE_ADDRESS,
  HIGH_THREAT_SCORE,
  UNUSUAL_READING_EVENT_TYPE,
} from '#shared/security-events/values.ts';

const { details, rows: maxRows, minutes } = UNUSUAL_READING;
// Database time, like the audit entries.
const since = sql`clock_timestamp() - ${`${minutes} minutes`}::interval`;

/** The enquiries shown to a session in lists. Their number is limited. */
function buildShown(db: Database, { sessionId }: AdminActor, ids: readonly string[]) {
  const given = sql`${[...ids]}::uuid[]`;
  const isCurrent = sql`coalesce(shown_since > ${since}, false)`;
  const hasNew = sql`id = ${sessionId} and not (
    ${isCurrent} and (cardinality(shown_enquiries) >= ${maxRows} or shown_enquiries @> ${given})
  )`;
  return {
    findNew: async () =>
      (await sql`select from admin_sessions where ${hasNew}`.execute(db)).rows.length > 0,
    record: async () => {
      await sql`
        update admin_sessions set
          shown_since = case when ${isCurrent} then shown_since else clock_timestamp() end,
          shown_enquiries = array(
            select distinct id
            from unnest(case when ${isCurrent} then shown_enquiries else '{}' end || ${given}) as id
          )
        where ${hasNew}
      `.execute(db);
    },
  };
}

/** Raises an alert when an administrator reads more enquiries than answering needs; blocks nothing. Call it after the audit entry. */
export async function watchReading(
  ctx: ServiceContext,
  db: Database,
  admin: AdminActor,
  shownIds?: readonly string[],
): Promise<void> {
  if (shownIds && !(await buildShown(db, admin, shownIds).findNew())) return;
  await withTransaction({ db }, async (tx) => {
    // Sessions that read in parallel would not see each other's rows before they commit.
    const lock = sql`hashtextextended(${`reading ${admin.adminUserId}`}, 0)`;
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
    if (shownIds) await buildShown(tx, admin, shownIds).record();
    await raiseAlert(ctx, tx, admin);
  });
}

async function raiseAlert(ctx: ServiceContext, db: Database, admin: AdminActor): Promise<void> {
  const { adminUserId, username } = admin;
  const { rows } = await sql<{ opened: number; read: number }>`
    with opened as (
      select coalesce(order_id, message_id) as id from contact_message_audit
      where action = any(${[...READING_ACTIONS]}::text[]) and created_at > ${since} and admin_user_id = ${adminUserId}
    ), shown as (
      select unnest(shown_enquiries) as id from admin_sessions
      where admin_user_id = ${adminUserId} and shown_since > ${since}
    )
    select (select count(distinct id) from opened) as opened,
      (select count(*) from (select id from opened union select id from shown) as enquiry) as read
  `.execute(db);
  const { opened = 0, read = 0 } = rows[0] ?? {};
  if (opened < details && read < maxRows) return;
  const [who = ''] = changeReasons(username, {}, {});
  const what =
    opened < details
      ? `Read ${read} enquiries, most of them in lists,`
      : `Opened ${opened} enquiries`;
  const reasons = [who, `${what} within ${minutes} minutes`].map(storableText);
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
