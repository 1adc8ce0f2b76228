import { sql } from 'kysely';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import {
  requireAdmin,
  requireRecentProof,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { type MailConfig } from '#server/core/config.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import { checkMailbox } from '#server/mail/inbox/mailbox.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { deliverTestEmail } from '#server/services/mails/index.ts';
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
  openConnection,
  readConnections,
  resolveMail,
  sealConnection,
  type StoredConnections,
} from './stored.ts';

const HOUR_MS = 60 * 60 * 1_000;

type Values = Connection['values'];

function toServerValues(url: URL): Values {
  const isSecure = url.protocol === 'smtps:';
  return {
    host: url.hostname,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    encryption: isSecure ? 'tls' : 'starttls',
    user: decodeURIComponent(url.username),
  };
}

/** Of those that the environment sets; null for others. */
function presentConfigured({ smtpUrl, from, team, inbox }: MailConfig, kind: ConnectionKind) {
  const found: Record<ConnectionKind, [Values, hasPassword: boolean] | null> = {
    smtp: smtpUrl === null ? null : [toServerValues(new URL(smtpUrl)), smtpUrl.includes('@')],
    sender: from.address === '' ? null : [{ ...from }, false],
    team: team.length === 0 ? null : [{ recipients: team.join(', ') }, false],
    imap: inbox && [
      {
        host: inbox.host,
        port: inbox.port,
        encryption: inbox.isSecure ? 'tls' : 'starttls',
        user: inbox.user,
        mailbox: inbox.mailbox,
      },
      true,
    ],
  };
  return found[kind];
}

/** Without the password. */
function omitPassword(values: ConnectionValues[ConnectionKind] | undefined | null): Values {
  const { password: _password, ...shown } = { password: '', ...values };
  return shown;
}

export async function listConnections(
  ctx: ServiceContext,
  configured: MailConfig,
): Promise<Connection[]> {
  requireAdmin(ctx);
  const rows = await ctx.db.selectFrom('connections').selectAll().execute();
  return CONNECTION_KINDS.map((kind) => {
    const fixed = presentConfigured(configured, kind);
    const row = rows.find((each) => each.kind === kind);
    const stored = row && openConnection(ctx.totpKey, kind, row.sealed);
    const hasPassword = Boolean(stored && 'password' in stored && stored.password);
    return {
      kind,
      values: fixed?.[0] ?? omitPassword(stored),
      hasPassword: fixed?.[1] ?? hasPassword,
      variable: fixed && CONNECTIONS[kind].variable,
      isReadable: fixed !== null || stored !== null,
      changedAt: fixed ? null : (row?.changedAt.toISOString() ?? null),
    };
  });
}

/** Requires a fresh proof; of all owners, changes and tests within an hour count. */
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
function completePassword<Kind extends ConnectionKind>(
  stored: StoredConnections[Kind],
  values: ConnectionValues[Kind],
): ConnectionValues[Kind] {
  if (!('password' in values) || values.password !== '' || values.user === '') return values;
  const isSame =
    stored &&
    (['host', 'port', 'encryption', 'user'] as const).every(
      (name) => Reflect.get(stored, name) === values[name],
    );
  if (!isSame) throw rejectField('password', messages.password);
  return { ...values, password: Reflect.get(stored, 'password') as string };
}

function rejectConfigured(configured: MailConfig, kind: ConnectionKind): void {
  if (presentConfigured(configured, kind) === null) return;
  throw new ServiceError('CONFLICT', messages.fixed(CONNECTIONS[kind].variable));
}

type Change = { configured: MailConfig; kind: ConnectionKind };

export async function updateConnection(
  ctx: ServiceContext,
  { configured, kind }: Change,
  input: ConnectionValues[ConnectionKind],
): Promise<Connection> {
  await withTransaction(ctx, async (tx) => {
    await beginAttempt(ctx, tx);
    rejectConfigured(configured, kind);
    const before = await readConnections(tx, ctx.totpKey);
    if (kind === 'imap' && !resolveMail(configured, before).from.address) {
      throw new ServiceError('CONFLICT', messages.senderFirst);
    }
    const values = completePassword(before[kind], input);
    const sealed = sealConnection(ctx.totpKey, kind, values);
    const row = { sealed, changedBy: requireAdmin(ctx).adminUserId, changedAt: ctx.now() };
    await tx
      .insertInto('connections')
      .values({ kind, ...row })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
      .execute();
    await recordConnectionChange(ctx, tx, { kind, before: before[kind], after: values });
  });
  return getConnection(ctx, configured, kind);
}

export async function deleteConnection(
  ctx: ServiceContext,
  { configured, kind }: Change,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await beginAttempt(ctx, tx);
    rejectConfigured(configured, kind);
    const before = await readConnections(tx, ctx.totpKey);
    if (kind === 'sender' && before.imap) throw new ServiceError('CONFLICT', messages.senderNeeded);
    await tx.deleteFrom('connections').where('kind', '=', kind).execute();
    await recordConnectionChange(ctx, tx, { kind, before: before[kind] });
  });
}

type Recorded = {
  kind: ConnectionKind;
  before?: ConnectionValues[ConnectionKind] | undefined;
  after?: ConnectionValues[ConnectionKind];
};

async function recordConnectionChange(
  ctx: ServiceContext,
  tx: Transaction,
  { kind, before, after }: Recorded,
): Promise<void> {
  await recordAdminChange(tx, {
    type: 'connection_changed',
    by: ctx,
    subject: CONNECTIONS[kind].label,
    before: omitPassword(before),
    after: omitPassword(after),
  });
}

async function getConnection(ctx: ServiceContext, configured: MailConfig, kind: ConnectionKind) {
  const found = (await listConnections(ctx, configured)).find((each) => each.kind === kind);
  if (!found) throw new Error(`no connection ${kind}`);
  return found;
}

type Tested = {
  configured: MailConfig;
  kind: TestedKind;
  openMailer: (mail: MailConfig) => Promise<Mailer>;
};

/** With the saved values, whether or not this process uses them already. */
export async function testConnection(
  ctx: ServiceContext,
  { configured, kind, openMailer }: Tested,
): Promise<ConnectionTest> {
  await withTransaction(ctx, async (tx) => {
    await beginAttempt(ctx, tx);
    const subject = CONNECTIONS[kind].label;
    await recordAdminChange(tx, { type: 'connection_tested', by: ctx, subject });
  });
  const mail = resolveMail(configured, await readConnections(ctx.db, ctx.totpKey));
  if ((kind === 'smtp' ? mail.smtpUrl : mail.inbox) === null) {
    throw new ServiceError('CONFLICT', messages.notSet);
  }
  if (kind === 'imap') {
    const problem = mail.inbox && (await checkMailbox(mail.inbox, LIMITS.connectionTest));
    if (problem) throw new ServiceError('CONFLICT', describeConnectionProblem(problem));
    return { recipient: null };
  }
  const mailer = await openMailer(mail);
  try {
    const { recipient, problem } = await deliverTestEmail(ctx, mailer);
    if (problem) throw new ServiceError('CONFLICT', describeConnectionProblem(problem));
    return { recipient };
  } finally {
    mailer.close();
  }
}
