import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import { toDeliveryError } from '#server/mail/delivery-error.ts';
import { recordResult } from '#server/mail/delivery.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { enqueueMails } from '#server/mail/outbox/outbox.ts';
import { buildEmailSample } from '#server/mail/templates/samples.ts';
import type { MailPreview, SentTest } from '#shared/mails/admin-schema.ts';
import { MAIL_ADMIN_MESSAGES as messages } from '#shared/mails/messages.ts';
import { type EmailKey, EMAILS, type EmailCopy } from '#shared/site-content/emails.ts';
import { toPreview } from './admin.ts';
import { composeMail, readSender } from './compose-mail.ts';

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
  const { recipient } = await enqueueTest(ctx, key, ctx.now());
  return { recipient };
}

const CONNECTION_TEST_KEY = 'email/order-receipt' satisfies EmailKey;

/** Sends a test through a mailer of its own; the courier takes over only if this process ends meanwhile. */
export async function deliverTestEmail(
  ctx: ServiceContext,
  mailer: Mailer,
): Promise<SentTest & { problem: string | null }> {
  const { adminUserId } = requireAdmin(ctx);
  const nextAttemptAt = new Date(ctx.now().getTime() + LIMITS.mailLease);
  const { id, recipient } = await enqueueTest(ctx, CONNECTION_TEST_KEY, nextAttemptAt);
  const mail = {
    kind: 'emails.test',
    recipient,
    payload: { key: CONNECTION_TEST_KEY, adminUserId },
    messageId: `<${id}@${mailer.domain}>`,
    since: ctx.now(),
    conversationId: null,
  };
  const signal = AbortSignal.timeout(LIMITS.connectionTest);
  const problem = await composeMail({ ...ctx, signal }, mailer, mail)
    .then((composed) => mailer.send(composed, signal))
    .then(
      () => null,
      (error: unknown) => toDeliveryError(error).message,
    );
  await recordResult(
    ctx.db,
    { id, attempts: 0 },
    problem === null
      ? { status: 'sent', sentAt: ctx.now(), transport: mailer.transport, lastError: null }
      : { status: 'expired', lastError: problem },
  );
  return { recipient, problem };
}

async function enqueueTest(ctx: ServiceContext, key: EmailKey, nextAttemptAt: Date) {
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
    const mail = {
      id: uuidV7(),
      kind: 'emails.test',
      recipient,
      payload: { key, adminUserId },
    } as const;
    await enqueueMails(tx, [mail], { nextAttemptAt });
    const subject = EMAILS[key].label;
    await recordAdminChange(tx, { type: 'test_email_sent', by: ctx, subject });
    return { id: mail.id, recipient };
  });
}
