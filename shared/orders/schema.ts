import * as z from 'zod';
import { limitedText, rawText } from '#shared/common/text.ts';
import { ORDER_MESSAGES } from './messages.ts';
import { findChoiceErrors } from './choices.ts';
import { MAX_ORDER_FILES, ORDER_FIELDS, type OrderEntries, type OrderOptions } from './values.ts';
import { defineInputSchema, formSignalsSchema, trackingPathSchema } from '#shared/forms/schema.ts';

export const storedPathSchema = rawText().regex(
  /^order-attachments\/[\w.-]{1,100}$/,
  ORDER_MESSAGES.fileGone,
);

/** A file that an earlier try of a form without JavaScript has stored, as its page names it. */
export const storedFileSchema = z.object({
  path: storedPathSchema,
  name: rawText().max(255),
  size: z.int().nonnegative(),
});

/** `findChoiceErrors` has the rules of the choices, which change at run time. */
export const orderInputSchema = defineInputSchema(ORDER_FIELDS, ORDER_MESSAGES);

/** Form entries, with all errors at once. */
export function buildOrderFormSchema(options: OrderOptions) {
  return z.unknown().transform((entries, ctx): OrderInput => {
    const { data, error } = orderInputSchema.safeParse(entries);
    const choiceErrors = findChoiceErrors(options, entries as OrderEntries);
    const issues = Object.entries(choiceErrors).map(([name, message]) => ({
      path: [name],
      message,
    }));
    for (const { path, message } of [...issues, ...(error?.issues ?? [])]) {
      ctx.addIssue({ code: 'custom', path, message });
    }
    return data ?? z.NEVER;
  });
}

/** Missing: the current version. */
export const termsVersionSchema = rawText(ORDER_MESSAGES.termsUnknown)
  .regex(/^[\d-]{1,20}$/, ORDER_MESSAGES.termsUnknown)
  .optional()
  .meta({ description: 'Version of the terms that the form showed, by default the current one' });

export const submitOrderSchema = orderInputSchema.extend({
  ...formSignalsSchema.shape,
  termsVersion: termsVersionSchema,
  fileUrls: z
    .array(storedPathSchema)
    .max(MAX_ORDER_FILES, ORDER_MESSAGES.tooManyFiles)
    .refine((paths) => new Set(paths).size === paths.length, ORDER_MESSAGES.fileGone)
    .default([]),
  leftOutFiles: z
    .array(limitedText({ max: 255, tooLong: ORDER_MESSAGES.tooManyFiles }))
    .max(MAX_ORDER_FILES, ORDER_MESSAGES.tooManyFiles)
    .default([]),
});

export const submitOrderResponseSchema = z.object({
  success: z.literal(true),
  reference: z.string(),
  trackingPath: trackingPathSchema,
});

export const orderAttachmentResponseSchema = z.object({ path: z.string() });

export type OrderInput = z.infer<typeof orderInputSchema>;

export type SubmitOrder = z.infer<typeof submitOrderSchema>;
