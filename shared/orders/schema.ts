import * as z from 'zod';
import { choiceOf } from '#shared/common/choice.ts';
import { emailAddress, limitedText, optionalText, rawText } from '#shared/common/text.ts';
import { ORDER_MESSAGES } from './messages.ts';
import {
  DESIRED_FEATURES,
  ESTIMATED_BUDGETS,
  MAX_ORDER_FILES,
  ORDER_LIMITS,
  REQUIRED_LANGUAGES,
  SERVICE_TYPES,
  TARGET_TIMELINES,
} from './values.ts';
import { formSignalsSchema } from '#shared/forms/schema.ts';

function choices<T extends string>(options: readonly T[], message: string) {
  return z
    .array(z.enum(options), { error: message })
    .max(options.length, message)
    .transform((chosen) => options.filter((option) => chosen.includes(option)))
    .refine((chosen) => chosen.length > 0, message);
}

/** Where a file of an order form was stored. */
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

/** What a visitor fills in; the same rules and messages in the browser, in the API and without JavaScript. */
export const orderInputSchema = z.strictObject({
  fullName: limitedText({
    ...ORDER_LIMITS.fullName,
    message: ORDER_MESSAGES.fullName,
    tooLong: ORDER_MESSAGES.fullNameTooLong,
  }),
  email: emailAddress(ORDER_MESSAGES.email),
  phone: optionalText({ ...ORDER_LIMITS.phone, tooLong: ORDER_MESSAGES.phoneTooLong }),
  company: optionalText({ ...ORDER_LIMITS.company, tooLong: ORDER_MESSAGES.companyTooLong }),
  serviceType: z.enum(SERVICE_TYPES, { error: ORDER_MESSAGES.serviceType }),
  projectDescription: limitedText({
    ...ORDER_LIMITS.projectDescription,
    message: ORDER_MESSAGES.projectDescription,
    tooLong: ORDER_MESSAGES.projectDescriptionTooLong,
  }),
  desiredFeatures: choices(DESIRED_FEATURES, ORDER_MESSAGES.desiredFeatures),
  estimatedBudget: choiceOf(ESTIMATED_BUDGETS, ORDER_MESSAGES.estimatedBudget),
  targetTimeline: choiceOf(TARGET_TIMELINES, ORDER_MESSAGES.targetTimeline),
  requiredLanguages: choices(REQUIRED_LANGUAGES, ORDER_MESSAGES.requiredLanguages),
  termsAccepted: z.literal(true, { error: ORDER_MESSAGES.termsAccepted }),
});

/** The body of `POST /api/submit-order`: the order, the stored paths of its uploaded files and what its form sends. */
export const submitOrderSchema = orderInputSchema.extend({
  ...formSignalsSchema.shape,
  fileUrls: z
    .array(storedPathSchema)
    .max(MAX_ORDER_FILES, ORDER_MESSAGES.tooManyFiles)
    .refine((paths) => new Set(paths).size === paths.length, ORDER_MESSAGES.fileGone)
    .default([]),
});

export const submitOrderResponseSchema = z.object({
  success: z.literal(true),
  reference: z.string(),
});

export const orderAttachmentResponseSchema = z.object({ path: z.string() });

export type OrderInput = z.infer<typeof orderInputSchema>;

export type SubmitOrder = z.infer<typeof submitOrderSchema>;
