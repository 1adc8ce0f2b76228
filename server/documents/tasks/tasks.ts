import type { Omission } from '#shared/mails/inbound-messages.ts';
import type { ErrorCode, FieldErrors } from '#shared/common/errors.ts';

export type MarkdownKind = 'post' | 'preview' | 'policy';
export type PreviewKind = Exclude<MarkdownKind, 'post'>;

/** `image` is null for the built-in mark. */
export type IconTask = { image: Uint8Array | null; size: number; hasGround: boolean };

export type IncomingFile = { name: string; bytes: Uint8Array };

/** What a mail server says of a mail that it could not, or not yet, deliver (RFC 3464). */
export type DeliveryReport = {
  /** `status` is an enhanced status code (RFC 3463) or empty, `detail` the words of the server that had the last word. */
  recipients: { address: string; action: string; status: string; detail: string }[];
  messageIds: string[];
};

export type IncomingMail = {
  subject: string;
  /** The new words. */
  text: string;
  /** What it repeats of earlier mails. */
  quoted: string | null;
  files: IncomingFile[];
  omissions: Omission[];
  report: DeliveryReport | null;
};

export type DocumentTask =
  | { type: 'markdown'; markdown: string; kind: MarkdownKind }
  | { type: 'markdown-preview'; markdown: string; kind: PreviewKind }
  | { type: 'svg'; bytes: Uint8Array }
  | { type: 'mail'; source: Uint8Array }
  | ({ type: 'icon' } & IconTask);

/** An error loses its class on the way out of a thread: what its author may read comes back as a value. */
export type DocumentResult =
  | { value: unknown }
  | {
      rejected: { code: ErrorCode; message: string; fields: FieldErrors | undefined };
    };

/** Stored beside rendered HTML; raise it with every change of what `markdown.ts` lets through. */
export const MARKDOWN_VERSION = '3';
