import { sql } from 'kysely';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import {
  requireAdmin,
  requireRecentProof,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import type { MailConfig } from '#server/core/config.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import { checkMailbox } from '#server/mail/inbox/mailbox.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { sendTestEmail } from '#server/services/mails/index.ts';
import type {
  Connection,
  ConnectionTest,
  ConnectionValues,
} from '#shared/connections/admin-schema.ts';
import {
  CONNECTION_MESSAGES as messages,
  describeConnectionProblem,
} from '#shared/connections/messages.ts';
import {
  CONNECTION_KINDS,
  type ConnectionKind,
  CONNECTIONS,
  type TestedKind,
} from '#shared/connections/values.ts';
import { readConnections, resolveMail, sealConnection, toConnections } from './stored.ts';

const HOUR_MS = 60 * 60 * 1_000;

type Values = ConnectionValues[ConnectionKind];

function splitPassword(connection: Values | undefined) {
  const { password, ...values } = { password: '', ...connection };
  return { password, values };
}

/** `mail`: as the environment sets it. */
export async function listConnections(
  ctx: ServiceContext,
  mail: MailConfig,
): Promise<Connection[]> {
  requireAdmin(ctx);
  const configured = toConnections(mail);
  const stored = await readConnections(ctx.db, ctx.totpKey);
  const { unreadable } = resolveMail(mail, stored);
  return CONNECTION_KINDS.map((kind) => {
    const isUnreadable = unreadable.some((each) => each.kind === kind);
    const { password, values } = splitPassword(configured[kind] ?? stored[kind]);
    const variable = configured[kind] ? CONNECTIONS[kind].variable : null;
    return { kind, values, hasPassword: password !== '', isUnreadable, variable };
  });
}

/** Requires a fresh proof. Changes and tests by all owners within an hour count. */
async function beginAttempt(ctx: ServiceContext, tx: Transaction): Promise<void> {
  requireRecentProof(ctx, 'administration');
  await sql`select pg_advisory_xact_lock(hashtextextended('connections', 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('securityEvents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('eventType', 'in', ['connection_changed', 'connection_tested'])
    .where('createdAt', '>', new Date(ctx.now().getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.connectionAttemptsPerHour) {
    throw new ServiceError('RATE_LIMITED', messages.tooMany);
  }
}

/** A stored password is only ever sent to the server and user that it was entered for. */
function completePassword(before: Values | undefined, input: Values): Values {
  if (!('password' in input) || input.password !== '' || input.user === '') return input;
  const names = ['host', 'port', 'encryption', 'user'] as const;
  const stored = { ...before } as Partial<typeof input>;
  if (!stored.password || names.some((name) => stored[name] !== input[name])) {
    throw rejectField('password', messages.password);
  }
  return { ...input, password: stored.password };
}

type Place = { mail: MailConfig; kind: ConnectionKind };

/** Null removes it. */
export async function updateConnection(
  ctx: ServiceContext,
  { mail, kind }: Place,
  input: Values | null,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await beginAttempt(ctx, tx);
    const { label, variable } = CONNECTIONS[kind];
    if (toConnections(mail)[kind]) throw new ServiceError('CONFLICT', messages.fixed(variable));
    const stored = await readConnections(tx, ctx.totpKey);
    const values = input && completePassword(stored[kind], input);
    const { inbox, from } = resolveMail(mail, { ...stored, [kind]: values ?? undefined });
    if (inbox && !from.address) throw new ServiceError('CONFLICT', messages.senderNeeded);
    await tx.deleteFrom('connections').where('kind', '=', kind).execute();
    if (values) {
      const sealed = sealConnection(ctx.totpKey, kind, values);
      const changedBy = requireAdmin(ctx).adminUserId;
      const row = { kind, sealed, changedBy, changedAt: ctx.now() };
      await tx.insertInto('connections').values(row).execute();
    }
    const [before, after] = [stored[kind], values ?? undefined].map(
      (each) => splitPassword(each).values,
    );
    const change = { subject: label, before: before ?? {}, after: after ?? {} };
    await recordAdminChange(tx, { type: 'connection_changed', by: ctx, ...change });
  });
}

type Tested = {
  mail: MailConfig;
  kind: TestedKind;
  openMailer: (mail: MailConfig) => Promise<Mailer>;
};

/** With the saved values, whether or not this process uses them already. */
export async function testConnection(
  ctx: ServiceContext,
  { mail, kind, openMailer }: Tested,
): Promise<ConnectionTest> {
  await withTransaction(ctx, async (tx) => {
    await beginAttempt(ctx, tx);
    const subject = CONNECTIONS[kind].label;
    await recordAdminChange(tx, { type: 'connection_tested', by: ctx, subject });
  });
  const resolved = resolveMail(mail, await readConnections(ctx.db, ctx.totpKey));
  const { smtpUrl, inbox } = resolved;
  if ((kind === 'smtp' ? smtpUrl : inbox) === null) {
    throw new ServiceError('CONFLICT', messages.notSet);
  }
  const problem =
    kind === 'smtp'
      ? await (await openMailer(resolved)).verify()
      : inbox && (await checkMailbox(inbox, LIMITS.mailboxTest));
  if (problem) throw new ServiceError('CONFLICT', describeConnectionProblem(problem));
  return kind === 'smtp' ? sendTestEmail(ctx, 'email/order-receipt') : { recipient: null };
}
