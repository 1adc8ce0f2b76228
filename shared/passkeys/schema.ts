import { rawText } from '#shared/common/text.ts';
import * as z from 'zod';

/** More than the largest response of an authenticator that keeps to the standard. */
const MAX_FIELD = 8_000;

export const base64Url = rawText()
  .max(MAX_FIELD)
  .regex(/^[\w-]+$/);

export const id = base64Url.max(1_400);

/** What a browser sends for a passkey that has signed; fields that nothing depends on are dropped. */
export const passkeyAssertionSchema = z.object({
  id,
  rawId: id,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: base64Url.optional(),
  }),
});

export type PasskeyAssertion = z.output<typeof passkeyAssertionSchema>;
