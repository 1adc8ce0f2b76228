import type { Mailbox } from '#server/core/config.ts';
import type { MailContent } from './templates/content.ts';

export type OutgoingMail = {
  messageId: string;
  date: Date;
  from: Mailbox;
  replyTo?: Mailbox;
  to: readonly Mailbox[];
  subject: string;
  content: MailContent;
  text: string;
  html: string;
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
  rejected: string[];
};

export type MailTransport = {
  name: 'smtp' | 'file';
  deliver(mail: ComposedMail, signal: AbortSignal): Promise<Delivered>;
  verify(signal: AbortSignal): Promise<void>;
  close(): void;
};
