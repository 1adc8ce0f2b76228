import * as z from 'zod';
import { ACCOUNT_MESSAGES } from './messages.ts';
import { ADMIN_USER_MESSAGES } from '#shared/admin-users/messages.ts';
import { emailSchema } from '#shared/admin-users/schema.ts';
import { ADMIN_ROLES, MAX_DISPLAY_NAME } from '#shared/admin-users/values.ts';
import { optionalText, rawText } from '#shared/common/text.ts';

const MAX_PASSWORD_CHARACTERS = 1_000;
const MAX_CODE_CHARACTERS = 40;

function password(message: string) {
  return rawText(message).min(1, message).max(MAX_PASSWORD_CHARACTERS, message);
}

function code(message: string) {
  return rawText(message).trim().min(1, message).max(MAX_CODE_CHARACTERS, message);
}

export const passwordChangeSchema = z.object({
  currentPassword: password(ACCOUNT_MESSAGES.currentPassword),
  newPassword: password(ACCOUNT_MESSAGES.newPassword),
});

export const profileSchema = z.object({
  displayName: optionalText({
    max: MAX_DISPLAY_NAME,
    tooLong: ADMIN_USER_MESSAGES.displayNameTooLong(MAX_DISPLAY_NAME),
  }),
  email: z.union([z.literal('').transform(() => null), z.null(), emailSchema]),
});

export type Profile = z.output<typeof profileSchema>;

export const enrolSchema = z.object({ password: password(ACCOUNT_MESSAGES.currentPassword) });
export const confirmSchema = z.object({ code: code(ACCOUNT_MESSAGES.appCode) });
export const disableSchema = z.object({
  password: password(ACCOUNT_MESSAGES.currentPassword),
  code: code(ACCOUNT_MESSAGES.code),
});

export const proofSchema = z.object({ secret: password(ACCOUNT_MESSAGES.secret) });

export type PasswordChange = z.output<typeof passwordChangeSchema>;

export const adminUserSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  role: z.enum(ADMIN_ROLES),
});

export const accountSchema = z.object({
  username: z.string(),
  displayName: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(ADMIN_ROLES),
  hasSecondFactor: z.boolean(),
  recoveryCodesLeft: z.int(),
  lastLoginAt: z.iso.datetime().nullable(),
  /** When a generated password stops opening the back office; null for one that its owner has chosen. */
  passwordExpiresAt: z.iso.datetime().nullable(),
});

/** What an authenticator app needs; the code's path fills its dark squares on a grid of `qrSize`. */
export const enrolmentSchema = z.object({
  secret: z.string(),
  otpauthUri: z.string(),
  qrSize: z.int(),
  qrPath: z.string(),
});

const ownSessionSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
});

export const sessionsSchema = z.object({
  activeCount: z.int(),
  items: z.array(ownSessionSchema),
});

export type Account = z.infer<typeof accountSchema>;
export type Enrolment = z.infer<typeof enrolmentSchema>;
export type OwnSession = z.infer<typeof ownSessionSchema>;
