import * as z from 'zod';

/** Counts characters as a person would: one per code point, not per UTF-16 unit or byte. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** UAX 15, Stream-Safe Text Format: no word of any language has more marks on one letter, and to sort them takes their number squared. */
export const MAX_MARKS_IN_A_ROW = 30;

// Half-width voicing marks are letters that become marks when a text is normalised (NFKC).
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;
const LONG_RUN_OF_MARKS = new RegExp(`(?<!${MARK})(${MARK}{${MAX_MARKS_IN_A_ROW}})${MARK}+`, 'gu');

export function limitMarks(text: string): string {
  return text.replaceAll(LONG_RUN_OF_MARKS, '$1');
}

/**
 * Shows the mark that reverses letters: with it `invoice<mark>fdp.exe` reads like a PDF. Other marks of direction belong to
 * ordinary Arabic and Hebrew text, and to telephone numbers that were copied on phones.
 */
export function showReversals(text: string): string {
  return text.replaceAll('\u202E', '[U+202E]');
}

export const UNSUPPORTED_CHARACTERS_MESSAGE = 'Please remove characters that cannot be stored';
export const TOO_MANY_MARKS_MESSAGE = `Please remove accents and other marks: a letter can have at most ${MAX_MARKS_IN_A_ROW}`;

// PostgreSQL cannot store NUL, and a lone surrogate has no UTF-8 form; other controls have no place in typed text.
function findTextProblem(text: string): string | null {
  // oxlint-disable-next-line no-control-regex -- rejecting control characters is the point
  if (!text.isWellFormed() || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)) {
    return UNSUPPORTED_CHARACTERS_MESSAGE;
  }
  return text.search(LONG_RUN_OF_MARKS) === -1 ? null : TOO_MANY_MARKS_MESSAGE;
}

/** What every text from outside keeps to, whatever else its field asks for; a test looks for it in all schemas. */
export const textRule = z.check<string>(({ value, issues }) => {
  const message = findTextProblem(value);
  if (message !== null) issues.push({ code: 'custom', message, input: value, continue: true });
});

export function rawText(message?: string) {
  return z.string(message === undefined ? {} : { error: message }).check(textRule);
}

type TextLimits = {
  min?: number;
  max: number;
  message?: string;
  tooLong: string;
  isOneLine?: boolean;
  /** The text comes from a visitor and is shown to administrators. */
  isFromVisitor?: boolean;
};

// Of what breaks a line, those that no text may have are left for the rule of all texts.
const WHITE_SPACE = /(?:[^\S\v\f]|\u0085)+/g;

/**
 * A trimmed text with limits in characters; `message` is for a missing or too short value. In one line any white space becomes one space, so that
 * it stays one wherever it is shown or sent.
 */
export function limitedText(limits: TextLimits) {
  const { min = 0, max, tooLong, message = tooLong, isOneLine, isFromVisitor } = limits;
  return z
    .string({ error: message })
    .transform((raw) => {
      const text = isFromVisitor ? showReversals(raw) : raw;
      return (isOneLine ? text.replaceAll(WHITE_SPACE, ' ') : text.replaceAll('\r\n', '\n')).trim();
    })
    .check(textRule)
    .superRefine((text, ctx) => {
      const count = text.length > max * 4 ? text.length : countCharacters(text);
      if (count < min) ctx.addIssue({ code: 'custom', message });
      else if (count > max) ctx.addIssue({ code: 'custom', message: tooLong });
    });
}

/** An optional trimmed text: missing, null and blank all become null. */
export function optionalText(limits: Omit<TextLimits, 'min' | 'message'>) {
  return z
    .union([z.null(), limitedText(limits)])
    .optional()
    .transform((text) => text || null);
}

/** An e-mail address of at most 254 characters (RFC 5321, section 4.5.3.1.3, less the angle brackets). */
export function emailAddress(message: string) {
  const wellFormed = z.email();
  return rawText(message)
    .trim()
    .superRefine((text, ctx) => {
      const isValid = text.length <= 254 && wellFormed.safeParse(text).success;
      if (!isValid) ctx.addIssue({ code: 'custom', message });
    });
}
