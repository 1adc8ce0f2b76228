import { sql } from 'kysely';
import {
  requireAdmin,
  requireRecentProof,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { type Cursor, formatCursor, PAGE_SIZE, type PageQuery } from '#server/db/keyset.ts';
import { buildMessageReference, hasWords } from '#server/lib/sql-text.ts';
import { ServiceError } from '#server/core/errors.ts';
import { DeliveryError } from '#server/mail/delivery-error.ts';
import { checkMailbox } from '#server/mail/inbox/mailbox.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { type MailKind, TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import type { MailContent, MailSender } from '#server/mail/templates/content.ts';
import { toPlainText } from '#server/mail/templates/plain-text.ts';
import { buildSamples } from '#server/mail/templates/samples.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { isFound } from '#server/services/leads/index.ts';
import { nameEnquiry } from '#shared/conversations/enquiry.ts';
import { enquiryTitle } from '#shared/conversations/messages.ts';
import type {
  Mail,
  MailCheck,
  MailDetail,
  MailFilter,
  MailPreview,
  ResendResults,
} from '#shared/mails/admin-schema.ts';
import { MAIL_ADMIN_MESSAGES } from '#shared/mails/messages.ts';
import { type SampleMail, UNDELIVERED_STATUSES } from '#shared/mails/values.ts';
import { composeContent, listEmails, readSender, readTeam } from './compose-mail.ts';
import { findLead } from './record-delivery.ts';

const SECRET_KINDS: ReadonlySet<string> = new Set<MailKind>([
  'admin-users.invitation',
  'tracking.link',
]);

/** Reading such an email grants what only its recipient may do. */
function isSecretKind(kind: string): boolean {
  return SECRET_KINDS.has(kind) || kind.startsWith('tracking.confirm-');
}

function selectMails({ db }: Pick<ServiceContext, 'db'>) {
  return db
    .selectFrom('outboxMails as mail')
    .leftJoin('conversations as conversation', 'conversation.id', 'mail.conversationId')
    .leftJoin('orders as lead', (join) =>
      join.on(
        sql`lead.id`,
        '=',
        sql`coalesce((mail.payload ->> 'orderId')::uuid, conversation.order_id)`,
      ),
    )
    .leftJoin('contactMessages as message', (join) =>
      join.on(
        sql`message.id`,
        '=',
        sql`coalesce((mail.payload ->> 'messageId')::uuid, conversation.message_id)`,
      ),
    )
    .select([
      'mail.id',
      'mail.kind',
      'mail.recipient',
      'mail.payload',
      'mail.status',
      'mail.transport',
      'mail.attempts',
      'mail.createdAt',
      'mail.lastAttemptAt',
      'mail.nextAttemptAt',
      'mail.sentAt',
      'mail.messageId',
      'mail.lastError',
      'mail.bounceReason',
      'lead.id as leadId',
      'lead.reference as leadReference',
      'lead.fullName as leadName',
      'message.id as messageLeadId',
      'message.name as messageName',
      buildMessageReference('message').as('messageReference'),
    ]);
}

type MailRow = Awaited<ReturnType<ReturnType<typeof selectMails>['execute']>>[number];

function describeEnquiry({ leadId, messageLeadId, ...row }: MailRow) {
  const id = leadId ?? messageLeadId;
  if (id === null) return null;
  const named = nameEnquiry({
    orderId: leadId,
    messageId: messageLeadId,
    reference: row.leadReference ?? row.messageReference,
  });
  return {
    kind: named.kind,
    id,
    label: `${enquiryTitle(named)}, ${row.leadName ?? row.messageName}`,
  };
}

function present(row: MailRow, team: readonly string[]): Mail {
  return {
    id: row.id,
    kind: row.kind,
    recipients: row.recipient === TEAM_RECIPIENT ? [...team] : [row.recipient],
    status: row.status,
    transport: row.transport,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: row.status === 'pending' ? row.nextAttemptAt.toISOString() : null,
    sentAt: row.sentAt?.toISOString() ?? null,
    lastError: row.bounceReason ?? row.lastError,
    about: describeEnquiry(row),
  };
}

/** Newest first: ids contain the time. */
export async function listMails(
  ctx: ServiceContext,
  mailer: Mailer,
  { status, search, cursor, limit = PAGE_SIZE }: MailFilter & PageQuery,
): Promise<{ items: Mail[]; nextCursor: string | null }> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    let query = selectMails({ db: tx }).orderBy('mail.id', 'desc');
    if (status !== 'all') query = query.where('mail.status', '=', status);
    if (search !== '') {
      query = query.where(
        sql<boolean>`(
          ${hasWords(search, sql`fold_search_text(mail.recipient)`)}
          or ${isFound(search, 'orders', 'lead.')} or ${isFound(search, 'contactMessages', 'message.')}
        )`,
      );
    }
    if (cursor) query = query.where('mail.id', '<', cursor.id);
    const rows = await query.limit(limit + 1).execute();
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    const team = await readTeam(tx, mailer);
    const items = rows.slice(0, limit).map((row) => present(row, team));
    await logContactAccess(ctx, tx, {
      action: 'bulk_view',
      fields: ['outbox_mails.recipient'],
      searchQuery: search,
      shownIds: items.map(({ id, about }) => about?.id ?? id),
    });
    return {
      items,
      nextCursor: last ? formatCursor({ value: '', id: last.id } satisfies Cursor) : null,
    };
  });
}

export async function getMail(
  ctx: ServiceContext,
  mailer: Mailer,
  id: string,
): Promise<MailDetail> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const row = await selectMails({ db: tx })
      .where('mail.id', '=', id)
      .executeTakeFirstOrThrow(() => new ServiceError('NOT_FOUND', MAIL_ADMIN_MESSAGES.notFound));
    const isSecret = isSecretKind(row.kind);
    const sender = await readSender(tx, mailer, listEmails(row));
    const content = isSecret
      ? null
      : await composeContent({ ...ctx, db: tx, ...sender }, row).catch((error: unknown) => {
          if (error instanceof DeliveryError) return null;
          throw error;
        });
    const mail = present(row, await readTeam(tx, mailer));
    await logContactAccess(ctx, tx, {
      action: 'detailed_view',
      fields: ['outbox_mails.recipient', 'outbox_mails.text'],
      ...(mail.about && { [`${mail.about.kind}Id`]: mail.about.id }),
    });
    return {
      ...mail,
      messageId: row.messageId,
      preview: content && toPreview(content, mailer, sender),
      isSecret,
    };
  });
}

/** In the order in which leads are locked. */
async function findLostReplies(tx: Transaction, ids: readonly string[]) {
  return tx
    .selectFrom('outboxMails')
    .innerJoin('conversations', 'conversations.id', 'conversationId')
    .select(['conversationId', 'entryId'])
    .where('outboxMails.id', 'in', ids)
    .where('entryId', 'is not', null)
    .where('status', 'in', [...UNDELIVERED_STATUSES])
    .orderBy(({ fn }) => fn.coalesce('orderId', 'conversations.messageId'))
    .orderBy('outboxMails.id')
    .execute();
}

/** Requeues undelivered emails as new; their replies count as given again. */
export async function resendMails(
  ctx: ServiceContext,
  ids: readonly string[],
): Promise<ResendResults> {
  requireRecentProof(ctx, 'work');
  return withTransaction(ctx, async (tx) => {
    // Leads and conversations are locked before mails.
    const lost = await findLostReplies(tx, ids);
    const given = lost.flatMap(({ entryId }) => entryId ?? []);
    for (const { conversationId, entryId } of lost) {
      const found = conversationId && (await findLead(tx, conversationId));
      if (!found || entryId === null) continue;
      await found.lead.giveReplyAgain({ ...ctx, db: tx }, found.id, { entryId, given });
    }
    const found = await tx
      .selectFrom('outboxMails')
      .select(['id', 'status'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute();
    const due = found.flatMap((mail) =>
      UNDELIVERED_STATUSES.includes(mail.status) ? mail.id : [],
    );
    if (due.length > 0) {
      await tx
        .updateTable('outboxMails')
        .set({
          status: 'pending',
          attempts: 0,
          nextAttemptAt: ctx.now(),
          requeuedAt: ctx.now(),
          lockedUntil: null,
          lastError: null,
          bouncedAt: null,
          bounceReason: null,
        })
        .where('id', 'in', due)
        .execute();
      await logContactAccess(ctx, tx, { action: 'update', fields: ['outbox_mails.status'] });
    }
    const known = new Set(found.map(({ id }) => id));
    return {
      results: ids.map((id) => ({
        id,
        result: due.includes(id) ? 'changed' : known.has(id) ? 'unchanged' : 'not_found',
      })),
    };
  });
}

export async function previewSampleMail(
  ctx: ServiceContext,
  mailer: Mailer,
  kind: SampleMail,
): Promise<MailPreview> {
  requireAdmin(ctx);
  const sender = await readSender(ctx.db, mailer, listEmails({ kind, payload: null }));
  return toPreview(buildSamples(sender)[kind], mailer, sender);
}

export async function checkMailConnection(ctx: ServiceContext, mailer: Mailer): Promise<MailCheck> {
  requireAdmin(ctx);
  const { transport, inbox } = mailer;
  const [problem, inboxProblem] = await Promise.all([
    mailer.verify(),
    inbox === null ? null : checkMailbox(inbox),
  ]);
  return { transport, problem, hasInbox: inbox !== null, inboxProblem };
}

// Our own layout escapes every quotation mark in values.
const STYLE_RULES = /<style>([\s\S]*?)<\/style>/u;

/** Tracking links are for their reader; administrators get one by an audited operation. */
function hideTokens(text: string): string {
  return text
    .replaceAll(/(?<=\/track\/)[\w-]{43}(?![\w-])/gu, '…')
    .replaceAll(/(?<=\/track\/confirm[^\s"?]*\?code=)[\w.-]+/gu, '…');
}

export function toPreview(content: MailContent, mailer: Mailer, sender: MailSender): MailPreview {
  const html = hideTokens(mailer.draw(content, sender));
  return {
    subject: content.subject,
    text: hideTokens(toPlainText(content, sender)),
    html: html
      .replace(STYLE_RULES, '')
      .replaceAll(/ style="/gu, ' data-style="')
      .replaceAll(/ href="/gu, ' title="')
      .replaceAll(/ target="[^"]*"/gu, ''),
    css: STYLE_RULES.exec(html)?.[1] ?? '',
  };
}
