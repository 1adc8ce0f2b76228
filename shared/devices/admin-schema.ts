import * as z from 'zod';

export const deviceSchema = z.object({
  id: z.uuid(),
  /** 'Firefox on Linux' */
  browser: z.string(),
  ipAddress: z.string(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
  /** New, not confirmed, and the asking device may say whether it was the administrator. */
  isInQuestion: z.boolean(),
});

export type Device = z.infer<typeof deviceSchema>;
