import type { Omission } from '#shared/mails/inbound-messages.ts';
import type { ErrorCode, FieldErrors } from '#shared/common/errors.ts';

export type MarkdownKind = 'post' | 'preview' | 'policy';
export type PreviewKind = Exclude<MarkdownKind, 'post'>;

export type IconTask = {
  image: Uint8Array | null;
  size: number;
  /** For an image that is not a square. */
  height?: number;
  hasGround: boolean;
};

export type IncomingFile = { name: string; bytes: Uint8Array };

export type DeliveryReport = {
  /** `status` is an enhanced status code (RFC 3463) or empty; `detail` is the last server's text. */
  recipients: { address: string; action: string; status: string; detail: string }[];
  messageIds: string[];
};

export type IncomingMail = {
  subject: string;
  text: string;
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
  | { type: 'logo-color'; bytes: Uint8Array }
  | ({ type: 'icon' } & IconTask);

/** Errors lose their class between threads, so a rejection is a value. */
export type DocumentResult =
  | { value: unknown }
  | {
      rejected: { code: ErrorCode; message: string; fields: FieldErrors | undefined };
    };

/** Stored with rendered HTML; increase it when the output of `markdown.ts` changes. */
export const MARKDOWN_VERSION = '3';
