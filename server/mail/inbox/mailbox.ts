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

export type FetchedMail = { source: Buffer; size: number };

/** Read-only: nothing is moved or marked. Slow commands reject with an `InboxError`. */
export type Mailbox = {
  uidValidity: number;
  uidNext: number;
  listAfter(uid: number): Promise<number[]>;
  listSince(day: Date): Promise<number[]>;
  fetch(uid: number, maxBytes: number): Promise<FetchedMail | null>;
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
    // Passwords are only sent encrypted.
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

  /** Not a race with one long-lived promise, which would retain every result. */
  async function unlessClosed<T>(work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // An unhandled rejection would end the process.
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
      // A range that ends with * includes the last mail.
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
        // A server that is silent in IDLE may be gone.
        await within(client.noop());
      },
      close,
    };
  } catch (error) {
    client.close();
    throw toInboxError(error);
  }
}

export async function checkMailbox(
  address: MailboxAddress,
  limitMs: number = 2 * LIMITS.imapConnection + LIMITS.imapResponse,
): Promise<string | null> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    const mailbox = await openMailbox(address, signal);
    mailbox.close();
    return null;
  } catch (error) {
    return signal.aborted ? messages.tooSlow : toInboxError(error).message;
  }
}
