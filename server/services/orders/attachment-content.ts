import { randomText } from '#server/lib/random-text.ts';
import { countCharacters, limitMarks } from '#shared/common/text.ts';
import type { attachmentTypeOf } from '#shared/orders/values.ts';

const MAX_NAME_CHARACTERS = 255;
const RANDOM_CHARACTERS = 20;

// Controls, and marks that reverse or hide text: with them `invoice<mark>fdp.exe` reads like a PDF.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Without folders and invisible characters, at most 255 characters, same extension. */
export function cleanFileName(name: string): string {
  const base =
    limitMarks(name.toWellFormed().replaceAll(INVISIBLE, ''))
      .normalize('NFC')
      .split(/[/\\]/)
      .at(-1) ?? '';
  const characters = Array.from(base.replaceAll(/\s+/gu, ' ').trim());
  const dot = characters.lastIndexOf('.');
  const extension =
    dot === -1
      ? ''
      : characters
          .slice(dot, dot + 16)
          .join('')
          .trimEnd();
  const stem = (dot === -1 ? characters : characters.slice(0, dot))
    .slice(0, MAX_NAME_CHARACTERS - countCharacters(extension))
    .join('')
    .trim();
  return `${stem || 'file'}${extension}`;
}

export function createAttachmentPath(now: Date, extension: string): string {
  return `order-attachments/${now.getTime()}-${randomText(RANDOM_CHARACTERS)}.${extension}`;
}

type AttachmentMime = NonNullable<ReturnType<typeof attachmentTypeOf>>['mime'];

/** Bytes needed by `hasSignatureOf`. */
export const SIGNATURE_BYTES = 16;

const ZIP_FIRST_ENTRY = [0x50, 0x4b, 0x03, 0x04];
const ZIP_WITHOUT_ENTRIES = [0x50, 0x4b, 0x05, 0x06];

const SIGNATURES: Record<AttachmentMime, readonly (readonly number[])[]> = {
  'image/jpeg': [[0xff, 0xd8, 0xff]],
  'image/png': [
    [
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
      0x52,
    ],
  ],
  'application/pdf': [[0x25, 0x50, 0x44, 0x46, 0x2d]],
  'application/zip': [ZIP_FIRST_ENTRY, ZIP_WITHOUT_ENTRIES],
};

/** Attachments are only downloaded by administrators, with the stored type and without sniffing, so a polyglot stays inert. */
export function hasSignatureOf(mime: AttachmentMime, head: Uint8Array): boolean {
  return SIGNATURES[mime].some((signature) =>
    signature.every((byte, position) => head[position] === byte),
  );
}
