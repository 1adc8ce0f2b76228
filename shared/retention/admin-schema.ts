import * as z from 'zod';

const retentionRowSchema = z.object({
  kind: z.string(),
  label: z.string(),
  basis: z.string(),
  /** For how long, in words. */
  stays: z.string(),
  action: z.enum(['delete', 'delete-with', 'replace', 'delete-by-hand', 'expire-on-device']),
  /** How many the next run removes, `MAX_COUNTED` and one where there are more; null for what the purge does not remove. */
  due: z.int().nullable(),
  /** How many stay because of a legal hold. */
  held: z.int().nullable(),
});

export const retentionSchema = z.object({
  runsAt: z.iso.datetime(),
  rules: z.array(retentionRowSchema),
});

export type RetentionRow = z.infer<typeof retentionRowSchema>;
export type RetentionView = z.infer<typeof retentionSchema>;
