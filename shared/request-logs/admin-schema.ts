import * as z from 'zod';

/** An answered request; its weight is the number of requests that the entry stands for. */
export const requestLogSchema = z.object({
  id: z.int(),
  ipAddress: z.string(),
  endpoint: z.string(),
  responseStatus: z.int(),
  weight: z.int().min(1),
  createdAt: z.iso.datetime(),
});

export type RequestLog = z.infer<typeof requestLogSchema>;
