import * as z from 'zod';
import { LOGIN_MESSAGES } from './messages.ts';
import { acceptanceSchema } from '#shared/admin-users/schema.ts';
import { rawText } from '#shared/common/text.ts';
import { passkeyAssertionSchema } from '#shared/passkeys/schema.ts';

const MAX_PASSWORD_CHARACTERS = 1_000;

export const signInSchema = z.strictObject({
  username: rawText(LOGIN_MESSAGES.username)
    .trim()
    .min(1, LOGIN_MESSAGES.username)
    .max(200, LOGIN_MESSAGES.username),
  password: rawText(LOGIN_MESSAGES.password)
    .min(1, LOGIN_MESSAGES.password)
    .max(MAX_PASSWORD_CHARACTERS, LOGIN_MESSAGES.password),
});

const sessionToken = rawText().max(200);

export const adminAuthSchema = z.discriminatedUnion('action', [
  signInSchema.extend({ action: z.literal('login') }),
  z.strictObject({ action: z.literal('logout'), sessionToken }),
  z.strictObject({ action: z.literal('verify'), sessionToken }),
  z.strictObject({
    action: z.literal('mfa-verify'),
    challenge: rawText().max(200),
    code: rawText(LOGIN_MESSAGES.code).trim().min(1, LOGIN_MESSAGES.code).max(40),
  }),
  z.strictObject({ action: z.literal('invitation'), token: sessionToken }),
  acceptanceSchema.extend({ action: z.literal('invitation-accept'), token: sessionToken }),
  z.strictObject({ action: z.literal('passkey-options') }),
  z.strictObject({ action: z.literal('passkey-verify'), assertion: passkeyAssertionSchema }),
]);
