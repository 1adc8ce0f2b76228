import * as z from 'zod';
import { choiceOf } from '#shared/common/choice.ts';
import { rawText } from '#shared/common/text.ts';
import { AUDIT_ACTIONS, AUDIT_RANGES, DEFAULT_AUDIT_RANGE, MAX_AUDIT_SEARCH } from './values.ts';

const SEARCH_MESSAGE = 'This search is not possible';

const range = choiceOf(AUDIT_RANGES, 'This range is not known').default(DEFAULT_AUDIT_RANGE);

export const auditFilterSchema = z.object({
  action: z
    .enum(['all', ...AUDIT_ACTIONS.map(({ value }) => value)], {
      error: 'This action is not known',
    })
    .default('all'),
  range,
  search: rawText().trim().max(MAX_AUDIT_SEARCH, SEARCH_MESSAGE).default(''),
});

export const auditRangeSchema = z.object({ range });

export type AuditFilter = z.output<typeof auditFilterSchema>;

export const auditEntrySchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  action: choiceOf(AUDIT_ACTIONS),
  messageId: z.uuid().nullable(),
  orderId: z.uuid().nullable(),
  adminUserId: z.uuid().nullable(),
  adminUsername: z.string().nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  accessedFields: z.array(z.string()),
  searchQuery: z.string().nullable(),
  /** Whether it was removed: at the end of its period, or with the person that it named. */
  isSearchRemoved: z.boolean(),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditStatsSchema = z.object({
  totalMessages: z.int(),
  totalAccesses: z.int(),
  uniqueAccessors: z.int(),
  sensitiveAccesses: z.int(),
  recentActivity: z.int(),
});

export type AuditStats = z.infer<typeof auditStatsSchema>;

export const auditVerificationSchema = z.object({
  isIntact: z.boolean(),
  entries: z.int().nullable(),
  removedSearches: z.int().nullable(),
  /** The last entry made with a key that was lost and replaced: up to there only the order could be verified. */
  replacedKey: z.object({ until: z.int(), at: z.iso.datetime() }).optional(),
  brokenAt: z.int().nullable(),
  reason: z.string().nullable(),
  checkedAt: z.iso.datetime(),
});

export type AuditVerification = z.infer<typeof auditVerificationSchema>;
