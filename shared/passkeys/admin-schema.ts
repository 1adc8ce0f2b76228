import { limitedText, rawText } from '#shared/common/text.ts';
import * as z from 'zod';
import { base64Url, id, passkeyAssertionSchema } from './schema.ts';
import { PASSKEY_MESSAGES } from './messages.ts';
import { MAX_PASSKEY_NAME } from './values.ts';

const MAX_JSON = 40_000;

export const passkeyAttestationSchema = z.object({
  id,
  rawId: id,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: z
      .array(rawText().regex(/^[\w-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});

export type PasskeyAttestation = z.output<typeof passkeyAttestationSchema>;

/** JSON in the standard's own names, as text: the back office renames the fields of its bodies. */
function jsonText<S extends z.ZodType>(schema: S) {
  return rawText(PASSKEY_MESSAGES.notMade)
    .max(MAX_JSON, PASSKEY_MESSAGES.notMade)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: PASSKEY_MESSAGES.notMade });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

export const passkeyNameSchema = z.object({
  name: limitedText({
    min: 1,
    max: MAX_PASSKEY_NAME,
    message: PASSKEY_MESSAGES.nameRequired,
    tooLong: PASSKEY_MESSAGES.nameTooLong,
  }),
});

export const registerPasskeySchema = passkeyNameSchema.extend({
  attestation: jsonText(passkeyAttestationSchema),
});

export const provePasskeySchema = z.object({ assertion: jsonText(passkeyAssertionSchema) });

export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its device makes copies of it on other devices of the same person. */
  isSynced: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

export type Passkey = z.infer<typeof passkeySchema>;
