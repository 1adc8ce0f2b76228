import type { attachmentTypeOf } from '#shared/orders/values.ts';

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
