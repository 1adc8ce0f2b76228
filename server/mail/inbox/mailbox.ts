import { setTimeout as pause } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { errorText } from '#server/lib/files.ts';
import { LIMITS } from '#server/core/limits.ts';
import { INBOX_MESSAGES as messages } from '#shared/mails/messages.ts';
import type { MailboxAddress } from '#server/core/imap-url.ts';

export class InboxError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'InboxError';
  }
}

/** A mail, or its beginning. `size` is that of the whole mail in bytes. */
export type FetchedMail = { source: Buffer; size: number };

/** A mailbox that is open, and only read: nothing in it is moved or marked. Every command rejects with an `InboxError` when it takes too long. */
export type Mailbox = {
  uidValidity: number;
  /** The first that a mail which comes now may have. */
  uidNext: number;
  listAfter(uid: number): Promise<number[]>;
  listSince(day: Date): Promise<number[]>;
  /** The first bytes of a mail; null when it is not there any more. */
  fetch(uid: number, maxBytes: number): Promise<FetchedMail | null>;
  /** Until the server announces a change, or for so long. */
  waitForChange(maxMs: number): Promise<void>;
  close(): void;
};

type ImapError = { authenticationFailed?: boolean; responseText?: string; code?: string };

function toInboxError(error: unknown): InboxError {
  if (error instanceof InboxError) return error;
  const { authenticationFailed, responseText } = error as ImapError;
  const detail = (responseText || errorText(error)).replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, 300);
  return new InboxError(
    authenticationFailed ? messages.signIn(detail) : messages.unreachable(detail),
    error,
  );
}

/** Connects to a mailbox; `signal` cuts the connection, whatever is going on in it. */
export async function openMailbox(
  address: MailboxAddress,
  signal: AbortSignal,
  responseMs: number = LIMITS.imapResponse,
): Promise<Mailbox> {
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    host: address.host,
    port: address.port,
    secure: address.isSecure,
    // A password leaves this machine only encrypted.
    ...(!address.isSecure && !address.isLocal && { doSTARTTLS: true }),
    auth: { user: address.user, pass: address.password },
    logger: false,
    connectionTimeout: LIMITS.imapConnection,
    greetingTimeout: LIMITS.imapConnection,
    socketTimeout: LIMITS.imapPoll + LIMITS.imapResponse,
    autoIdleDelay: 500,
    maxLiteralSize: LIMITS.incomingMailBytes + 64 * 1024,
    maxLineLength: 16 * 1024 * 1024,
  });
  return readOnly(client, { path: address.mailbox, signal, responseMs });
}

type Reading = { path: string; signal: AbortSignal; responseMs: number };

async function readOnly(client: ImapFlow, { path, signal, responseMs }: Reading): Promise<Mailbox> {
  let failure: unknown = null;
  // Of a connection that rests; commands in flight reject on their own.
  client.on('error', (error: unknown) => {
    failure = error;
  });
  let closedBy: InboxError | null = null;
  // bounded by the commands in flight
  const pending = new Set<(error: InboxError) => void>();
  const close = () => client.close();
  client.on('close', () => {
    closedBy = toInboxError(failure ?? new InboxError(messages.connectionLost));
    for (const reject of pending) reject(closedBy);
  });
  signal.addEventListener('abort', close);
  client.on('close', () => signal.removeEventListener('abort', close));

  /** No race with a promise of the connection, which would hold what each command has brought for as long as the connection lasts. */
  async function unlessClosed<T>(work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // Also of a connection that is closed: a rejection that nobody hears ends the process.
    work.then(resolve, reject);
    if (closedBy) reject(closedBy);
    else pending.add(reject);
    return promise.finally(() => pending.delete(reject));
  }

  async function within<T>(command: Promise<T>, ms: number = responseMs): Promise<T> {
    const timer = new AbortController();
    const timeout = pause(ms, undefined, { signal: timer.signal }).then(() => {
      failure = new InboxError(messages.tooSlow);
      client.close();
      throw toInboxError(failure);
    });
    try {
      return await unlessClosed(Promise.race([command, timeout]));
    } catch (error) {
      throw toInboxError(failure ?? error);
    } finally {
      timer.abort();
      timeout.catch(() => undefined);
      command.catch(() => undefined);
    }
  }

  let hasChanged = false;
  let announce = () => {};
  client.on('exists', () => {
    hasChanged = true;
    announce();
  });

  async function search(query: object): Promise<number[]> {
    hasChanged = false;
    const found = await within(client.search(query, { uid: true }));
    if (!found) throw new InboxError(messages.noMailbox(path));
    return found.toSorted((a, b) => a - b);
  }

  try {
    signal.throwIfAborted();
    await within(client.connect(), 2 * LIMITS.imapConnection);
    const opened = await within(client.mailboxOpen(path, { readOnly: true })).catch(
      (error: unknown) => {
        const isRejected = (error as Error).cause !== undefined && client.usable;
        throw isRejected ? new InboxError(messages.noMailbox(path), error) : error;
      },
    );
    return {
      uidValidity: Number(opened.uidValidity),
      uidNext: opened.uidNext,
      // The last mail is in every range that ends with *.
      listAfter: async (uid) => (await search({ uid: `${uid + 1}:*` })).filter((one) => one > uid),
      listSince: (day) => search({ since: day }),
      async fetch(uid, maxBytes) {
        const mail = await within(
          client.fetchOne(
            String(uid),
            { uid: true, size: true, source: { start: 0, maxLength: maxBytes } },
            { uid: true },
          ),
          4 * responseMs,
        );
        if (!mail || !mail.source) return null;
        return { source: mail.source, size: mail.size ?? mail.source.length };
      },
      async waitForChange(maxMs) {
        if (hasChanged) return;
        const changed = Promise.withResolvers<void>();
        announce = changed.resolve;
        const timer = setTimeout(changed.resolve, maxMs);
        await unlessClosed(changed.promise).finally(() => clearTimeout(timer));
        // Whoever says nothing in IDLE may be gone.
        await within(client.noop());
      },
      close,
    };
  } catch (error) {
    client.close();
    throw toInboxError(error);
  }
}

/** Tries a mailbox; null when it can be read, else why not. */
export async function checkMailbox(address: MailboxAddress): Promise<string | null> {
  try {
    const mailbox = await openMailbox(address, new AbortController().signal);
    mailbox.close();
    return null;
  } catch (error) {
    return toInboxError(error).message;
  }
}
