import type { Mailbox } from '#server/core/config.ts';
import type { MailContent } from './templates/content.ts';

export type OutgoingMail = {
  /** In angle brackets; the same for every try. */
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
  /** Message-IDs of this thread, oldest first. */
  inReplyTo?: string;
  references?: readonly string[];
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[];
  isPersonal?: boolean;
};

export type ComposedMail = {
  messageId: string;
  raw: Buffer;
  envelope: { from: string; to: string[]; use8BitMime?: boolean };
};

export type Delivered = {
  /** Rejected recipients, while others were accepted. */
  rejected: string[];
};

export type MailTransport = {
  name: 'smtp' | 'file';
  /** Resolves when another server or the disk is responsible for the mail. */
  deliver(mail: ComposedMail, signal: AbortSignal): Promise<Delivered>;
  /** Rejects as `deliver` does. */
  verify(signal: AbortSignal): Promise<void>;
  close(): void;
};
