import { simpleParser, type Attachment, type ParsedMail } from 'mailparser';
import type { DeliveryReport, IncomingFile, IncomingMail } from '#server/documents/tasks.ts';
import { divideText } from './quoted-text.ts';
import { htmlToPlainText } from './html-text.ts';
import { readDeliveryReport } from './delivery-report.ts';

/** More is cut off: it is far more than the form of a reply takes. */
const MAX_TEXT_LENGTH = 20_000;
const MAX_QUOTED_LENGTH = 20_000;
/** Of the whole text, which is divided into both. */
const MAX_DIVIDED_LENGTH = 200_000;
const MAX_ADDRESS_LENGTH = 254;
/** Beyond, files are only counted. */
const MAX_FILES = 30;
/** Smaller pictures within the text are the signs and logos of signatures. */
const MIN_IMAGE_BYTES = 12 * 1024;
const SIGNATURES = /^application\/(?:x-)?(?:pkcs7-signature|pgp-signature)$/u;

const REPORT = 'message/delivery-status';

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

function storable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- what no text that people type has
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu, '');
}

function oneLine(text: string): string {
  return storable(text).replaceAll(/\s+/gu, ' ');
}

function textOf({ text = '', html }: ParsedMail): string {
  if (text.trim() !== '' || typeof html !== 'string') return text;
  return htmlToPlainText(html) ?? '';
}

function isDecoration({ contentType, related, content }: Attachment): boolean {
  const isSmallImage = contentType.startsWith('image/') && content.length < MIN_IMAGE_BYTES;
  return SIGNATURES.test(contentType) || (related === true && isSmallImage);
}

/** Mails name their pictures not always, but say what they are. */
const NAMES: Readonly<Record<string, string>> = {
  'image/jpeg': 'image.jpg',
  'image/png': 'image.png',
  'application/pdf': 'file.pdf',
  'message/rfc822': 'mail.eml',
};

function toFile({ filename, contentType, content }: Attachment): IncomingFile {
  return {
    name: oneLine(filename ?? NAMES[contentType] ?? 'file'),
    bytes: new Uint8Array(content),
  };
}

/** Reads a mail: who wrote it, their new words, what they quote, and the files. */
export async function readMail(source: Uint8Array): Promise<IncomingMail> {
  const raw = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const parsed = await simpleParser(raw, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    keepDeliveryStatus: true,
    checksumAlgo: 'sha256',
  });
  const reports = parsed.attachments.filter(({ contentType }) => contentType === REPORT);
  const report: DeliveryReport | null =
    reports.length === 0 ? null : readDeliveryReport(raw, reports);
  const { text, quoted } = divideText(storable(textOf(parsed)).slice(0, MAX_DIVIDED_LENGTH));
  const files = parsed.attachments.filter(
    (file) => file.contentType !== REPORT && !isDecoration(file),
  );
  return {
    from: cut(oneLine(parsed.from?.value[0]?.address ?? '').toLowerCase(), MAX_ADDRESS_LENGTH),
    subject: cut(oneLine(parsed.subject ?? ''), 200),
    text: cut(text, MAX_TEXT_LENGTH),
    quoted: quoted === null ? null : cut(quoted, MAX_QUOTED_LENGTH),
    files: files.slice(0, MAX_FILES).map(toFile),
    filesLeftOut: Math.max(0, files.length - MAX_FILES),
    report,
  };
}
