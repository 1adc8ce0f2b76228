import type { DeliveryReport, IncomingFile, IncomingMail } from '#server/documents/tasks/tasks.ts';
import { showReversals } from '#shared/common/text.ts';
import { INBOUND_MESSAGES as messages, type Omission } from '#shared/mails/inbound-messages.ts';
import { divideText } from './quoted-text.ts';
import { readDeliveryReport } from './delivery-report.ts';
import { readText } from './mail-text.ts';
import { type MailAttachment, parseMail } from './parse-mail.ts';

const MAX_TEXT_LENGTH = 20_000;
const MAX_QUOTED_LENGTH = 20_000;
const MAX_DIVIDED_LENGTH = 200_000;
const MAX_LABEL_LENGTH = 500;
/** Further files are only counted. */
const MAX_FILES = 30;
/** Smaller inline images are signature logos. */
const MIN_IMAGE_BYTES = 12 * 1024;
const SIGNATURES = /^application\/(?:x-)?(?:pkcs7-signature|pgp-signature)$/u;

const REPORT = 'message/delivery-status';

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

function storable(text: string): string {
  const shown = showReversals(text.toWellFormed());
  // oxlint-disable-next-line no-control-regex -- what no text that people type has
  return shown.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu, '');
}

function oneLine(text: string): string {
  return storable(text).replaceAll(/\s+/gu, ' ');
}

const LEFT_OUT: readonly [(file: MailAttachment) => boolean, (label: string) => Omission][] = [
  [
    ({ contentType, related, content }) =>
      related === true && contentType.startsWith('image/') && content.length < MIN_IMAGE_BYTES,
    messages.smallImages,
  ],
  [({ contentType }) => SIGNATURES.test(contentType), messages.digitalSignature],
  [({ contentType }) => contentType === REPORT, messages.deliveryReport],
];

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

function labelFile(file: MailAttachment): string {
  return messages.sized(toFile(file).name, file.content.length);
}

export async function readMail(source: Uint8Array): Promise<IncomingMail> {
  const raw = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const { root, attachments, subject } = await parseMail(raw);
  const reports = attachments.filter(({ contentType }) => contentType === REPORT);
  const report: DeliveryReport | null =
    reports.length === 0 ? null : readDeliveryReport(raw, reports);
  const { text: all, omissions } = readText(root);
  const { text, quoted } = divideText(storable(all).slice(0, MAX_DIVIDED_LENGTH));
  const files = attachments.filter((file) => !LEFT_OUT.some(([isLeftOut]) => isLeftOut(file)));
  const others = LEFT_OUT.flatMap(([isLeftOut, describe]) => {
    const labels = attachments.filter(isLeftOut).map(labelFile).join(', ');
    return labels === '' ? [] : [describe(cut(labels, MAX_LABEL_LENGTH))];
  });
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
      ...others,
      ...(files.length > MAX_FILES
        ? [messages.moreFiles(files.length - MAX_FILES, MAX_FILES)]
        : []),
    ],
    report,
  };
}
