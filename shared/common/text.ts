import * as z from 'zod';

/** Counts characters as a person would: one per code point, not per UTF-16 unit or byte. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

// PostgreSQL cannot store NUL, and a lone surrogate has no UTF-8 form; other controls have no place in typed text.
function isStorableText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- refusing control characters is the point
  return text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text);
}

export const UNSUPPORTED_CHARACTERS_MESSAGE = 'Please remove characters that cannot be stored';

type TextLimits = { min?: number; max: number; message: string; tooLong: string };

/** A trimmed text with limits in characters; `message` answers a missing or too short value. */
export function limitedText({ min = 0, max, message, tooLong }: TextLimits) {
  return z
    .string({ error: message })
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .superRefine((text, ctx) => {
      if (!isStorableText(text)) {
        ctx.addIssue({ code: 'custom', message: UNSUPPORTED_CHARACTERS_MESSAGE });
        return;
      }
      const count = text.length > max * 4 ? text.length : countCharacters(text);
      if (count < min) ctx.addIssue({ code: 'custom', message });
      else if (count > max) ctx.addIssue({ code: 'custom', message: tooLong });
    });
}

/** An optional trimmed text: missing, null and blank all become null. */
export function optionalText({ max, tooLong }: { max: number; tooLong: string }) {
  return z
    .union([z.null(), limitedText({ max, message: tooLong, tooLong })])
    .optional()
    .transform((text) => text || null);
}

/** An e-mail address of at most 254 characters (RFC 5321, section 4.5.3.1.3, less the angle brackets). */
export function emailAddress(message: string) {
  const wellFormed = z.email();
  return z
    .string({ error: message })
    .trim()
    .superRefine((text, ctx) => {
      const isValid =
        text.length <= 254 && isStorableText(text) && wellFormed.safeParse(text).success;
      if (!isValid) ctx.addIssue({ code: 'custom', message });
    });
}
