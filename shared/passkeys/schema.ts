import * as z from 'zod';
import { base64Url, id } from './admin-schema.ts';

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
