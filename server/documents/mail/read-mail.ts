import type {
  DeliveryReport,
  IncomingFile,
  IncomingMail,
  Omission,
} from '#server/documents/tasks.ts';
import { INBOUND_MESSAGES as messages } from '#shared/mails/inbound-messages.ts';
import { divideText } from './quoted-text.ts';
import { readDeliveryReport } from './delivery-report.ts';
import { readText } from './mail-text.ts';
import { type MailAttachment, parseMail } from './parse-mail.ts';

/** More is cut off: it is far more than the form of a reply takes. */
const MAX_TEXT_LENGTH = 20_000;
const MAX_QUOTED_LENGTH = 20_000;
/** Of the whole text, which is divided into both. */
const MAX_DIVIDED_LENGTH = 200_000;
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

function isDigitalSignature({ contentType }: MailAttachment): boolean {
  return SIGNATURES.test(contentType);
}

function isSmallImage({ contentType, related, content }: MailAttachment): boolean {
  return related === true && contentType.startsWith('image/') && content.length < MIN_IMAGE_BYTES;
}

/** Mails name their pictures not always, but say what they are. */
const NAMES: Readonly<Record<string, string>> = {
  'image/jpeg': 'image.jpg',
  'image/png': 'image.png',
  'application/pdf': 'file.pdf',
  'message/rfc822': 'mail.eml',
  'text/calendar': 'invite.ics',
};

function toFile({ filename, contentType, content }: MailAttachment): IncomingFile {
  return {
    name: oneLine(filename ?? NAMES[contentType] ?? 'file'),
    bytes: new Uint8Array(content),
  };
}

/** Names attachments that are left out because of their kind: by name where there is one, else by number. */
function describeLeftOut(
  files: readonly MailAttachment[],
  describe: (label: string) => Omission,
): Omission[] {
  const [first] = files;
  if (!first) return [];
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  return [describe(messages.sized(files.length === 1 ? toFile(first).name : files.length, bytes))];
}

/** Reads the new words of an email, what they quote, the files, and names what is left out. */
export async function readMail(source: Uint8Array): Promise<IncomingMail> {
  const raw = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const { root, attachments, subject } = await parseMail(raw);
  const reports = attachments.filter(({ contentType }) => contentType === REPORT);
  const report: DeliveryReport | null =
    reports.length === 0 ? null : readDeliveryReport(raw, reports);
  const { text: all, omissions } = readText(root);
  const { text, quoted } = divideText(storable(all).slice(0, MAX_DIVIDED_LENGTH));
  const signatures = attachments.filter(isDigitalSignature);
  const smallImages = attachments.filter(isSmallImage);
  const leftOut = new Set([...reports, ...signatures, ...smallImages]);
  const files = attachments.filter((file) => !leftOut.has(file));
  const isTextCut = all.length > MAX_DIVIDED_LENGTH || text.length > MAX_TEXT_LENGTH;
  return {
    subject: cut(oneLine(subject), 200),
    text: cut(text, MAX_TEXT_LENGTH),
    quoted: quoted === null ? null : cut(quoted, MAX_QUOTED_LENGTH),
    files: files.slice(0, MAX_FILES).map(toFile),
    omissions: [
      ...omissions,
      ...(isTextCut ? [messages.longText(MAX_TEXT_LENGTH)] : []),
      ...((quoted ?? '').length > MAX_QUOTED_LENGTH ? [messages.longQuote(MAX_QUOTED_LENGTH)] : []),
      ...describeLeftOut(smallImages, messages.smallImages),
      ...describeLeftOut(signatures, messages.digitalSignature),
      ...describeLeftOut(reports, messages.deliveryReport),
      ...(files.length > MAX_FILES
        ? [messages.moreFiles(files.length - MAX_FILES, MAX_FILES)]
        : []),
    ],
    report,
  };
}
