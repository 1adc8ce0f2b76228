import * as z from 'zod';
import { limitedText } from './common/text.ts';
import { IP_RULE_MESSAGES, IP_RULE_TYPES, MAX_IP_RULE_REASON } from './ip-rules.ts';

const ruleType = z.enum(
  IP_RULE_TYPES.map(({ value }) => value),
  { error: IP_RULE_MESSAGES.type },
);

/** What an administrator fills in; the server alone reads the address. */
export const ipRuleInputSchema = z.object({
  ipAddress: limitedText({
    min: 1,
    max: 60,
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
});

export type IpRule = z.infer<typeof ipRuleSchema>;
