import * as z from 'zod';

export const ERROR_CODES = [
  'VALIDATION',
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'PROOF_REQUIRED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNPROCESSABLE',
  'RATE_LIMITED',
  'TIMEOUT',
  'UNAVAILABLE',
  'INSUFFICIENT_STORAGE',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Field name to message; a list's entry is named `field.index`, what is in a record of a list `field.index.name`. */
export type FieldErrors = Record<string, string>;

/** The field that an issue is about; a list of texts is one. */
export function fieldOfIssue(path: readonly PropertyKey[]): string {
  const [field = '', index, name] = path;
  const isInRecord = typeof index === 'number' && typeof name === 'string';
  return isInRecord ? `${String(field)}.${index}.${name}` : String(field);
}

export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
