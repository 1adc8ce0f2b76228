import { hkdfSync } from 'node:crypto';
import type { Database } from '#server/context/context.ts';
import type { MailConfig } from '#server/core/config.ts';
import { isLoopbackHost } from '#server/core/imap-url.ts';
import { openSealed, sealText } from '#server/lib/sealed-text.ts';
import {
  CONNECTION_SCHEMAS,
  type ConnectionValues,
  splitRecipients,
} from '#shared/connections/admin-schema.ts';
import { CONNECTION_KINDS, type ConnectionKind } from '#shared/connections/values.ts';

const KEY_BYTES = 32;

export type StoredConnections = { [Kind in ConnectionKind]?: ConnectionValues[Kind] };

function deriveKey(totpKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', totpKey, '', 'connections', KEY_BYTES));
}

export function sealConnection(totpKey: Buffer, kind: ConnectionKind, values: object): string {
  return sealText(deriveKey(totpKey), kind, JSON.stringify(values));
}

/** Null: sealed with another key. */
export function openConnection<Kind extends ConnectionKind>(
  totpKey: Buffer,
  kind: Kind,
  sealed: string,
): ConnectionValues[Kind] | null {
  const text = openSealed(deriveKey(totpKey), kind, sealed);
  if (text === null) return null;
  return CONNECTION_SCHEMAS[kind].parse(JSON.parse(text)) as ConnectionValues[Kind];
}

export async function readConnections(db: Database, totpKey: Buffer): Promise<StoredConnections> {
  const rows = await db.selectFrom('connections').select(['kind', 'sealed']).execute();
  const known = rows.flatMap(({ kind, sealed }) => {
    const found = CONNECTION_KINDS.find((each) => each === kind);
    const values = found && openConnection(totpKey, found, sealed);
    return values ? [[kind, values] as const] : [];
  });
  return Object.fromEntries(known);
}

type Server = ConnectionValues['smtp'];

function toSmtpUrl({ host, port, encryption, user, password }: Server): string {
  const [name, secret] = [user, password].map(encodeURIComponent);
  const credentials = user === '' ? '' : `${name}:${secret}@`;
  return `${encryption === 'tls' ? 'smtps' : 'smtp'}://${credentials}${host}:${port}`;
}

/** Variables of the environment win. */
export function resolveMail(
  configured: MailConfig,
  { smtp, sender, team, imap }: StoredConnections,
): MailConfig {
  const { smtpUrl, from, inbox, team: recipients } = configured;
  return {
    ...configured,
    smtpUrl: smtpUrl ?? (smtp ? toSmtpUrl(smtp) : null),
    from: from.address ? from : (sender ?? from),
    team: recipients.length > 0 ? recipients : splitRecipients(team?.recipients ?? ''),
    inbox:
      inbox ??
      (imap
        ? {
            ...imap,
            isSecure: imap.encryption === 'tls',
            isLocal: isLoopbackHost(imap.host),
            mailbox: imap.mailbox || 'INBOX',
          }
        : null),
  };
}
