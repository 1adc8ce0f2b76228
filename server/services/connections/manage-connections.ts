import { setTimeout as pause } from 'node:timers/promises';
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
import { errorCode } from '#server/lib/files.ts';
import { LIMITS } from '#server/core/limits.ts';
import { checkMailbox } from '#server/mail/inbox/mailbox.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { probeTarget, retryBackup } from '#server/services/backup/index.ts';
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
import {
  type BackupPlace,
  type ConnectionConfig,
  readConnections,
  resolveBackup,
  resolveMail,
  sealConnection,
  toConnections,
} from './stored.ts';

const HOUR_MS = 60 * 60 * 1_000;

type Values = ConnectionValues[ConnectionKind];

type Fields = Partial<Record<string, string | number>>;

function splitSecret(connection: object | undefined) {
  const { password, secret, ...values } = { ...connection } as Fields;
  return { hasSecret: Boolean(password || secret), values: values as Connection['values'] };
}

export async function listConnections(
  ctx: ServiceContext,
  config: ConnectionConfig,
): Promise<Connection[]> {
  requireAdmin(ctx);
  const configured = toConnections(config.mail, config.backupTarget);
  const stored = await readConnections(ctx.db, ctx.totpKey);
  return CONNECTION_KINDS.map((kind) => {
    const variable = configured[kind] ? CONNECTIONS[kind].variable : null;
    const isUnreadable = variable === null && stored.unreadable?.[kind] !== undefined;
    const isEncrypted = kind === 'backup' ? config.backupKey !== null : null;
    const values = splitSecret(configured[kind] ?? stored[kind]);
    return { kind, ...values, isUnreadable, isEncrypted, variable };
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

const BOUND_TO = {
  password: ['host', 'port', 'encryption', 'user'],
  secret: ['endpoint', 'bucket', 'key'],
};

/** A stored secret is only ever used at the server and for the user that it was entered for. */
function completeSecret(kind: ConnectionKind, before: Values | undefined, input: Values): Values {
  const { secret } = CONNECTIONS[kind];
  const [stored, entered]: Fields[] = [{ ...before }, input];
  if (secret === null || entered?.[secret] !== '' || entered['user'] === '') return input;
  if (!stored?.[secret] || BOUND_TO[secret].some((name) => stored[name] !== entered[name])) {
    throw rejectField(secret, messages[secret]);
  }
  return { ...input, [secret]: stored[secret] };
}

type Place = { config: ConnectionConfig; kind: ConnectionKind };

/** Null removes it. */
export async function updateConnection(
  ctx: ServiceContext,
  { config, kind }: Place,
  input: Values | null,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await beginAttempt(ctx, tx);
    const { label, variable } = CONNECTIONS[kind];
    if (toConnections(config.mail, config.backupTarget)[kind])
      throw new ServiceError('CONFLICT', messages.fixed(variable));
    const stored = await readConnections(tx, ctx.totpKey);
    const values = input && completeSecret(kind, stored[kind], input);
    const { inbox, from } = resolveMail(config.mail, { ...stored, [kind]: values ?? undefined });
    if (inbox && !from.address) throw new ServiceError('CONFLICT', messages.senderNeeded);
    await tx.deleteFrom('connections').where('kind', '=', kind).execute();
    if (values) {
      const sealed = sealConnection(ctx.totpKey, kind, values);
      const changedBy = requireAdmin(ctx).adminUserId;
      const row = { kind, sealed, changedBy, changedAt: ctx.now() };
      await tx.insertInto('connections').values(row).execute();
      if (kind === 'backup') await retryBackup(tx);
    }
    const [before, after] = [stored[kind], values ?? undefined].map(
      (each) => splitSecret(each).values,
    );
    const change = { subject: label, before: before ?? {}, after: after ?? {} };
    await recordAdminChange(tx, { type: 'connection_changed', by: ctx, ...change });
  });
}

/** Ends in time; a silent service is left behind. */
async function probeBackup({ place, access }: BackupPlace): Promise<string | null> {
  if (!place.startsWith('s3://')) return messages.isFolder;
  const probe = probeTarget(place, access).then(
    () => null,
    // Names only: the text of a response stays unread.
    (error: unknown) => errorCode(error) ?? (error instanceof Error ? error.name : String(error)),
  );
  return Promise.race([probe, pause(LIMITS.connectionTest, 'timeout', { ref: false })]);
}

type Tested = {
  config: ConnectionConfig;
  kind: TestedKind;
  openMailer: (mail: MailConfig) => Promise<Mailer>;
};

/** With the saved values, whether or not this process uses them already. */
export async function testConnection(
  ctx: ServiceContext,
  { config, kind, openMailer }: Tested,
): Promise<ConnectionTest> {
  await withTransaction(ctx, async (tx) => {
    await beginAttempt(ctx, tx);
    const subject = CONNECTIONS[kind].label;
    await recordAdminChange(tx, { type: 'connection_tested', by: ctx, subject });
  });
  const stored = await readConnections(ctx.db, ctx.totpKey);
  const mail = resolveMail(config.mail, stored);
  const { smtpUrl: smtp, inbox: imap } = mail;
  const backup = resolveBackup(config, stored);
  if ({ smtp, imap, backup }[kind] === null) throw new ServiceError('CONFLICT', messages.notSet);
  const verify = {
    smtp: async () => (await openMailer(mail)).verify(),
    imap: () => imap && checkMailbox(imap, LIMITS.connectionTest),
    backup: () => backup && probeBackup(backup),
  };
  const problem = await verify[kind]();
  if (problem) throw new ServiceError('CONFLICT', describeConnectionProblem(problem));
  return kind === 'smtp' ? sendTestEmail(ctx, 'email/order-receipt') : { recipient: null };
}
