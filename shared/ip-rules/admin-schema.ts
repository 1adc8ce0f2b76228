import * as z from 'zod';
import { choiceOf } from '#shared/common/choice.ts';
import { limitedText } from '#shared/common/text.ts';
import { IP_RULE_MESSAGES } from './messages.ts';
import { IP_RULE_TYPES, MAX_IP_RULE_REASON, MAX_RANGE_TEXT } from './values.ts';

const ruleType = choiceOf(IP_RULE_TYPES, IP_RULE_MESSAGES.type);

/** What an administrator fills in; the server alone reads the address. */
export const ipRuleInputSchema = z.object({
  ipAddress: limitedText({
    min: 1,
    max: MAX_RANGE_TEXT,
    message: IP_RULE_MESSAGES.address,
    tooLong: IP_RULE_MESSAGES.address,
  }),
  ruleType,
  reason: limitedText({
    min: 1,
    max: MAX_IP_RULE_REASON,
    message: IP_RULE_MESSAGES.reason,
    tooLong: IP_RULE_MESSAGES.reasonTooLong,
  }),
  expiresAt: z.iso
    .datetime({ offset: true, error: IP_RULE_MESSAGES.end })
    .nullish()
    .transform((text) => text ?? null),
});

export type IpRuleInput = z.output<typeof ipRuleInputSchema>;

export const ipRuleSchema = z.object({
  id: z.uuid(),
  ipAddress: z.string(),
  ruleType,
  reason: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  isExpired: z.boolean(),
  /** Null: made by the traffic guard, or by an administrator who is no more. */
  createdByUsername: z.string().nullable(),
  isAutomatic: z.boolean(),
});

export const ipRulePreviewInputSchema = ipRuleInputSchema.pick({ ipAddress: true, ruleType: true });

const count = z.int().min(0);

/** What a rule would have decided about in the last days; requests are sums of weights. */
export const ipRulePreviewSchema = z.object({
  ipAddress: z.string(),
  ruleType,
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  requests: count,
  addresses: count,
  /** Those that got 403 or 429 at the time. */
  refused: count,
  enquiries: count,
  administratorSignIns: count,
  /** How many at least a suspicious address would have been rejected, counted by the minute; null for the other types. */
  overLimit: count.nullable(),
  /** Some entries of the log stand for several requests, so that nothing but the sum of all is exact. */
  isEstimate: z.boolean(),
});

export type IpRule = z.infer<typeof ipRuleSchema>;
export type IpRulePreviewInput = z.output<typeof ipRulePreviewInputSchema>;
export type IpRulePreview = z.infer<typeof ipRulePreviewSchema>;
