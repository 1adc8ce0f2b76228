import { createHash } from 'node:crypto';

/** What the headers of a mail say of where it belongs, read without parsing the mail. */
export type MailHead = {
  /** In angle brackets; made of the mail's bytes where it has none. */
  messageId: string;
  /** The mails that it answers, the nearest first. */
  references: string[];
  /** The headers that name recipients, as they stand. */
  recipients: string;
  from: string;
  /** Written by a machine (RFC 3834), or to a list. */
  isAutomatic: boolean;
  /** Says what became of a mail of ours (RFC 3464). */
  isReport: boolean;
};

const MAX_REFERENCES = 30;
const MAX_ID_LENGTH = 998;
// What is no ASCII is in no Message-ID that we know, and what is no text cannot be looked up.
const ID = /<[!-;=?-~]{1,996}>/gu;
const RECIPIENTS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'];
const NAMES = new Set([
  ...RECIPIENTS,
  'message-id',
  'in-reply-to',
  'references',
  'from',
  'return-path',
  'auto-submitted',
  'precedence',
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
  'list-id',
  'content-type',
]);

/** The headers among `NAMES`, lines joined; of several the first. */
function readHeaders(source: Buffer): Map<string, string> {
  // The database stores no zero bytes.
  const text = source.toString('latin1').replaceAll('\0', '');
  const end = /\r?\n\r?\n/u.exec(text)?.index ?? text.length;
  const headers = new Map<string, string>();
  const lines = text
    .slice(0, end)
    .replaceAll(/\r?\n[ \t]+/gu, ' ')
    .split(/\r?\n/u);
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!NAMES.has(name)) continue;
    const value = line.slice(colon + 1).trim();
    const isRecipient = RECIPIENTS.includes(name) && headers.has(name);
    if (isRecipient) headers.set(name, `${headers.get(name)}, ${value}`);
    else if (!headers.has(name)) headers.set(name, value);
  }
  return headers;
}

function idsOf(value: string | undefined): string[] {
  return value?.match(ID) ?? [];
}

function isAutomatic(headers: Map<string, string>): boolean {
  const is = (name: string, pattern: RegExp) => pattern.test(headers.get(name) ?? '');
  return (
    is('auto-submitted', /^(?!no\b)\S/iu) ||
    is('precedence', /^(?:bulk|junk|list|auto[-_]reply)/iu) ||
    is('x-auto-response-suppress', /\b(?:all|autoreply)\b/iu) ||
    is('return-path', /^<\s*>/u) ||
    ['x-autoreply', 'x-autorespond', 'list-id'].some((name) => headers.has(name))
  );
}

/** Reads the headers at the beginning of a mail; takes time linear in its length. */
export function readHead(source: Buffer): MailHead {
  const headers = readHeaders(source);
  const contentType = headers.get('content-type') ?? '';
  const [ownId] = idsOf(headers.get('message-id'));
  const references = [
    ...idsOf(headers.get('in-reply-to')).slice(0, MAX_REFERENCES),
    ...idsOf(headers.get('references')).slice(-MAX_REFERENCES).toReversed(),
  ];
  const from = headers.get('from') ?? '';
  return {
    messageId:
      ownId && ownId.length <= MAX_ID_LENGTH
        ? ownId
        : `<${createHash('sha256').update(source).digest('hex')}@no-message-id.invalid>`,
    references: [...new Set(references)],
    recipients: RECIPIENTS.map((name) => headers.get(name) ?? '').join(', '),
    from: (/<([^<>\s]{3,254})>\s*$/u.exec(from)?.[1] ?? from).trim().toLowerCase().slice(0, 254),
    isAutomatic: isAutomatic(headers),
    isReport: /^multipart\/report\b/iu.test(contentType) && /delivery-status/iu.test(contentType),
  };
}
