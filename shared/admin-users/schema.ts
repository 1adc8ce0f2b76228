import * as z from 'zod';
import { emailAddress, limitedText, rawText } from '#shared/common/text.ts';
import { ADMIN_USER_MESSAGES as MESSAGES } from './messages.ts';
import { ADMIN_ROLES, MAX_DISPLAY_NAME } from './values.ts';

const MAX_PASSWORD_CHARACTERS = 1_000;

export const roleSchema = z.enum(ADMIN_ROLES, { error: MESSAGES.role });
export const emailSchema = emailAddress(MESSAGES.email);
export const displayNameSchema = limitedText({
  min: 1,
  max: MAX_DISPLAY_NAME,
  message: MESSAGES.displayName,
  tooLong: MESSAGES.displayNameTooLong(MAX_DISPLAY_NAME),
});

export const acceptanceSchema = z.strictObject({
  displayName: displayNameSchema,
  username: rawText(MESSAGES.username)
    .trim()
    .regex(/^[\w.@-]{1,64}$/, MESSAGES.username),
  password: rawText(MESSAGES.password)
    .min(1, MESSAGES.password)
    .max(MAX_PASSWORD_CHARACTERS, MESSAGES.password),
});

export type Acceptance = z.output<typeof acceptanceSchema>;

export const invitationOfferSchema = z.object({
  email: z.string(),
  role: z.enum(ADMIN_ROLES),
  expiresAt: z.iso.datetime(),
});

export type InvitationOffer = z.infer<typeof invitationOfferSchema>;
