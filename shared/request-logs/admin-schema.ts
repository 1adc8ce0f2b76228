import * as z from 'zod';
import { rawText } from '#shared/common/text.ts';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import { MAX_RANGE_TEXT } from '#shared/ip-rules/values.ts';

export const REQUEST_LOG_MESSAGES = {
  status: 'Choose a code such as 404, or a class such as 4xx',
  time: 'Enter a date and time',
} as const;

const instant = z
  .literal('')
  .or(z.iso.datetime({ offset: true, error: REQUEST_LOG_MESSAGES.time }))
  .default('');

/** What of the log is listed; an empty text narrows nothing. The server alone reads the address. */
export const requestLogFilterSchema = z.object({
  ip_address: rawText().trim().max(MAX_RANGE_TEXT, IP_RULE_MESSAGES.address).default(''),
  status: rawText()
    .regex(/^(?:all|[1-5]xx|[1-5]\d\d)$/, REQUEST_LOG_MESSAGES.status)
    .default('all'),
  from: instant,
  to: instant,
  /** Whether the back office of those who are signed in is listed too. */
  admins: z.enum(['0', '1']).default('0'),
});

export type RequestLogFilter = z.output<typeof requestLogFilterSchema>;

/** A served request; its weight is the number of requests that the entry stands for. */
export const requestLogSchema = z.object({
  id: z.int(),
  ipAddress: z.string(),
  endpoint: z.string(),
  responseStatus: z.int(),
  weight: z.int().min(1),
  isAdmin: z.boolean(),
  createdAt: z.iso.datetime(),
});

export type RequestLog = z.infer<typeof requestLogSchema>;
