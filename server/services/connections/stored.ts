import { hkdfSync } from 'node:crypto';
import * as z from 'zod';
import type { Database } from '#server/context/context.ts';
import type { Config, MailConfig } from '#server/core/config.ts';
import { isLoopbackHost } from '#server/core/imap-url.ts';
import type { S3Access } from '#server/storage/s3-client.ts';
import { openSealed, sealText } from '#server/lib/sealed-text.ts';
import {
  CONNECTION_SCHEMAS,
  type ConnectionValues,
  splitRecipients,
} from '#shared/connections/admin-schema.ts';
import { CONNECTION_MESSAGES as messages } from '#shared/connections/messages.ts';
import { CONNECTION_KINDS, type ConnectionKind } from '#shared/connections/values.ts';

type Unreadable = { [Kind in ConnectionKind]?: string };

export type Connections = { [Kind in ConnectionKind]?: ConnectionValues[Kind] } & {
  /** Reasons why a stored connection cannot be used. */
  unreadable?: Unreadable;
};

function deriveKey(totpKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', totpKey, '', 'connections', 32));
}

export function sealConnection(totpKey: Buffer, kind: ConnectionKind, values: object): string {
  return sealText(deriveKey(totpKey), kind, JSON.stringify(values));
}

/** Rules may have become stricter since a connection was stored. */
export async function readConnections(db: Database, totpKey: Buffer): Promise<Connections> {
  const rows = await db.selectFrom('connections').select(['kind', 'sealed']).execute();
  const key = deriveKey(totpKey);
  const connections: Record<string, unknown> = {};
  const unreadable: Unreadable = {};
  for (const kind of CONNECTION_KINDS) {
    const row = rows.find((each) => each.kind === kind);
    if (!row) continue;
    const text = openSealed(key, kind, row.sealed);
    const parsed = CONNECTION_SCHEMAS[kind].safeParse(text === null ? null : JSON.parse(text));
    if (parsed.success) connections[kind] = parsed.data;
    else unreadable[kind] = text === null ? messages.otherKey : z.prettifyError(parsed.error);
  }
  return { ...connections, unreadable };
}

export type ConnectionConfig = Pick<Config, 'mail' | 'backupTarget' | 's3Access' | 'backupKey'>;

/** Connections that environment variables set. */
export function toConnections(
  { smtpUrl, from, team, inbox }: MailConfig,
  backupTarget: string | null = null,
): { [Kind in ConnectionKind]?: object } {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl ?? 'smtp://none');
  const [encryption, usual] =
    protocol === 'smtps:' ? (['tls', 465] as const) : (['starttls', 587] as const);
  const user = decodeURIComponent(username);
  return {
    ...(smtpUrl && {
      smtp: { host: hostname, port: Number(port) || usual, encryption, user, password },
    }),
    ...(from.address && { sender: from }),
    ...(team.length > 0 && { team: { recipients: team.join(', ') } }),
    ...(inbox && {
      imap: {
        host: inbox.host,
        port: inbox.port,
        encryption: inbox.isSecure ? 'tls' : 'starttls',
        user: inbox.user,
        password: inbox.password,
        mailbox: inbox.mailbox,
      },
    }),
    ...(backupTarget && { backup: { place: backupTarget } }),
  };
}

function toSmtpUrl({ host, port, encryption, user, password }: ConnectionValues['smtp']): string {
  const [name, secret] = [user, password].map(encodeURIComponent);
  const credentials = user === '' ? '' : `${name}:${secret}@`;
  return `${encryption === 'tls' ? 'smtps' : 'smtp'}://${credentials}${host}:${port}`;
}

/** Variables of the environment win. */
export function resolveMail(
  mail: MailConfig,
  { smtp, sender, team, imap, unreadable = {} }: Connections,
  backupTarget: string | null = null,
): MailConfig {
  const configured = toConnections(mail, backupTarget);
  const entered = imap && {
    ...imap,
    isSecure: imap.encryption === 'tls',
    isLocal: isLoopbackHost(imap.host),
    mailbox: imap.mailbox || 'INBOX',
  };
  return {
    ...mail,
    smtpUrl: mail.smtpUrl ?? (smtp ? toSmtpUrl(smtp) : null),
    from: mail.from.address ? mail.from : (sender ?? mail.from),
    team: mail.team.length > 0 ? mail.team : splitRecipients(team?.recipients ?? ''),
    inbox: mail.inbox ?? entered ?? null,
    unreadable: CONNECTION_KINDS.flatMap((kind) => {
      const reason = configured[kind] ? undefined : unreadable[kind];
      return reason === undefined ? [] : { kind, reason };
    }),
  };
}

export type BackupPlace = { place: string; access: S3Access | null };

/** Where backups go: the variable wins; null when none are made. */
export function resolveBackup(
  { backupTarget, s3Access }: Pick<Config, 'backupTarget' | 's3Access'>,
  { backup }: Connections,
): BackupPlace | null {
  if (backupTarget !== null) return { place: backupTarget, access: s3Access };
  if (!backup) return null;
  const { endpoint, region, bucket, prefix, key, secret } = backup;
  return {
    place: ['s3:/', bucket, ...prefix.split('/').filter(Boolean), ''].join('/'),
    access: { endpoint: endpoint || null, region, accessKeyId: key, secretAccessKey: secret },
  };
}
