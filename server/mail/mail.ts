import type { Mailbox } from '#server/core/config.ts';
import type { MailContent } from './templates/content.ts';

export type OutgoingMail = {
  /** In angle brackets. It stays the same however often the mail is sent. */
  messageId: string;
  date: Date;
  from: Mailbox;
  replyTo?: Mailbox;
  to: readonly Mailbox[];
  subject: string;
  /** Source of `text` and `html`. */
  content: MailContent;
  text: string;
  html: string;
  /** Message-IDs of the mail that this one follows, and of all before it, oldest first. */
  inReplyTo?: string;
  references?: readonly string[];
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[];
  isPersonal?: boolean;
};

/** A mail as it is handed over: its bytes, signed where the domain has a key, and who they go to. */
export type ComposedMail = {
  messageId: string;
  raw: Buffer;
  envelope: { from: string; to: string[]; use8BitMime?: boolean };
};

export type Delivered = {
  /** Recipients that the server did not take, while it took others. */
  rejected: string[];
};

export type MailTransport = {
  name: 'smtp' | 'file';
  /** Resolves once somebody else is responsible for the mail; rejects with a `DeliveryError`, by `signal` at the latest. */
  deliver(mail: ComposedMail, signal: AbortSignal): Promise<Delivered>;
  /** Whether a mail could be delivered now, without delivering one; rejects as `deliver` does. */
  verify(signal: AbortSignal): Promise<void>;
  close(): void;
};
