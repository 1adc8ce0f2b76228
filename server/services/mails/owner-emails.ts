import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { enqueueMails } from '#server/mail/outbox/outbox.ts';
import { buildEmailSample } from '#server/mail/templates/samples.ts';
import type { MailPreview, SentTest } from '#shared/mails/admin-schema.ts';
import { MAIL_ADMIN_MESSAGES as messages } from '#shared/mails/messages.ts';
import { type EmailKey, EMAILS, type EmailCopy } from '#shared/site-content/emails.ts';
import { toPreview } from './admin.ts';
import { readSender } from './compose-mail.ts';

const HOUR_MS = 60 * 60 * 1_000;

/** With texts that are not saved yet. */
export async function previewEmail(
  ctx: ServiceContext,
  mailer: Mailer,
  { key, copy }: { key: EmailKey; copy: EmailCopy },
): Promise<MailPreview> {
  requireAdmin(ctx);
  const sender = { ...(await readSender(ctx.db, mailer)), emails: { [key]: copy } };
  return toPreview(buildEmailSample(sender, key), mailer, sender);
}

/** With the saved texts; to no address but the administrator's own. */
export async function sendTestEmail(ctx: ServiceContext, key: EmailKey): Promise<SentTest> {
  const { adminUserId } = requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    // Locked, so that concurrent tests are counted.
    const { email: recipient } = await tx
      .selectFrom('adminUsers')
      .select('email')
      .where('id', '=', adminUserId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (recipient === null) throw new ServiceError('CONFLICT', messages.noOwnAddress);
    const { sent } = await tx
      .selectFrom('outboxMails')
      .select(({ fn }) => fn.countAll<number>().as('sent'))
      .where('kind', '=', 'emails.test')
      .where(sql<boolean>`payload ->> 'adminUserId' = ${adminUserId}`)
      // Ids contain the time.
      .where('id', '>', uuidV7({ msecs: ctx.now().getTime() - HOUR_MS }))
      .executeTakeFirstOrThrow();
    if (sent >= LIMITS.testMailsPerHour) {
      throw new ServiceError('RATE_LIMITED', messages.tooManyTests);
    }
    await enqueueMails(tx, [{ kind: 'emails.test', recipient, payload: { key, adminUserId } }]);
    const subject = EMAILS[key].label;
    await recordAdminChange(tx, { type: 'test_email_sent', by: ctx, subject });
    return { recipient };
  });
}
