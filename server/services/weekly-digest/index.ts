import type { ServiceContext } from '#server/context.ts';
import { presentMails, TEAM_RECIPIENT } from '#server/mail/outbox.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { dueWeek } from './weeks.ts';

export { readDigest } from './read-digest.ts';

/**
 * Writes the mails of the digest that is due: to the owners who have an address, else to the team. Each recipient gets one of a week,
 * whatever number of processes ask and however often. Resolves to how many were written.
 */
export async function enqueueWeeklyDigest(ctx: ServiceContext): Promise<number> {
  const { timeZone } = await findOfficeHours(ctx);
  const week = dueWeek(ctx.now(), timeZone);
  if (week === null) return 0;
  const owners = await ctx.db
    .selectFrom('adminUsers')
    .select('email')
    .distinct()
    .where('role', '=', 'owner')
    .where('isActive', '=', true)
    .where('email', 'is not', null)
    .execute();
  const addresses = owners.flatMap(({ email }) => email ?? []);
  const recipients = addresses.length > 0 ? addresses : [TEAM_RECIPIENT];
  const mails = presentMails(
    recipients.map((recipient) => ({ kind: 'reports.weekly', recipient, payload: { week } })),
  );
  const written = await ctx.db
    .insertInto('outboxMails')
    .values(mails.map((mail) => ({ ...mail, payload: JSON.stringify(mail.payload) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return written.length;
}
