import * as z from 'zod';
import { choiceOf } from '#shared/common/choice.ts';
import { ADMIN_CHANGE_TYPES } from '#shared/admin-changes/values.ts';
import { rawText } from '#shared/common/text.ts';
import { mailStateSchema } from '#shared/mails/admin-schema.ts';
import { DEFAULT_TIME_ZONE, REPORT_RANGES } from './values.ts';
import { TIME_ZONE_MESSAGE } from './messages.ts';
import { isTimeZone } from '#shared/lib/local-dates.ts';

const count = z.int().min(0);

export const dashboardCountsSchema = z.object({
  totalOrders: count,
  newOrders: count,
  totalMessages: count,
  newMessages: count,
});

export type DashboardCounts = z.infer<typeof dashboardCountsSchema>;

/** An order or a message that nobody has answered yet; nothing that the visitor entered about themselves. */
const unansweredLeadSchema = z.object({
  kind: z.enum(['order', 'message']),
  id: z.uuid(),
  status: z.string(),
  reference: z.string(),
  serviceType: z.string().nullable(),
  estimatedBudget: z.string().nullable(),
  createdAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  /** The share of the promise, in per cent, that has passed and was reminded of. */
  alertLevel: z.int(),
});

export const unansweredLeadsSchema = z.object({
  items: z.array(unansweredLeadSchema),
  total: count,
  /** Of the total, those that wait longer than was promised. */
  overdue: count,
  oldestSince: z.iso.datetime().nullable(),
  /** Of the enquiries of the last seven days, and of the seven before: those of which it is known whether the promise was kept, and those where it was. */
  trend: z.object({ due: count, inTime: count, dueBefore: count, inTimeBefore: count }),
});

const recentChangeSchema = z.object({
  id: z.int(),
  type: z.enum(ADMIN_CHANGE_TYPES),
  /** Null: on the command line. */
  username: z.string().nullable(),
  /** Which record it was, such as `project "Fleet"`. */
  subject: z.string().nullable(),
  /** What became of its values, one sentence each. */
  details: z.array(z.string()),
  createdAt: z.iso.datetime(),
});

export const recentChangesSchema = z.object({ items: z.array(recentChangeSchema) });

const backupStateSchema = z.object({
  restoredAt: z.iso.datetime().nullable(),
  tookMs: count,
  isLate: z.boolean(),
  /** Why the newest one is not restored; null: it is, or is still being made. */
  error: z.string().nullable(),
  missingFiles: count,
});

export type BackupState = z.infer<typeof backupStateSchema>;

/** What this process knows of what it stands on; null where it cannot know. */
export const systemStateSchema = z.object({
  isWritable: z.boolean(),
  /** Names of site settings whose stored values are not valid and are replaced by their defaults. */
  invalidSettings: z.array(z.string()),
  /** Facts of the sample company that visitors still see, such as `email hello@vitrin.example`. */
  publicDefaults: z.array(z.string()),
  /** Submissions of the last 24 hours that could not be stored, as far as this machine knows. */
  failedSubmissions: count,
  databaseBytes: count,
  freeBytes: count.nullable(),
  /** So low that uploads are turned away. */
  isDiskLow: z.boolean(),
  hasFiles: z.boolean(),
  /** The names of those that will be tried again. */
  failingJobs: z.array(z.string()).nullable(),
  webhookError: z.string().nullable(),
  hasLateJobs: z.boolean(),
  mails: mailStateSchema,
  alerts: count,
  /** Null: no nightly backup was ever begun. */
  backup: backupStateSchema.nullable(),
  checkedAt: z.iso.datetime(),
});

export const timeZoneQuery = rawText()
  .refine(isTimeZone, TIME_ZONE_MESSAGE)
  .default(DEFAULT_TIME_ZONE);

export const reportQuerySchema = z.object({
  range: choiceOf(REPORT_RANGES, 'This range is not known').default('12w'),
  time_zone: timeZoneQuery,
});

/** A week from its Monday, or a month from its first day, on the calendar of the asked zone. */
const reportPeriodSchema = z.object({
  startsOn: z.iso.date(),
  orders: count,
  messages: count,
});

const reportShareSchema = z.object({ value: z.string(), count });

export const reportSchema = z.object({
  periods: z.array(reportPeriodSchema),
  orderStatuses: z.array(reportShareSchema),
  orderServices: z.array(reportShareSchema),
  orderBudgets: z.array(reportShareSchema),
  messageStatuses: z.array(reportShareSchema),
});

export type UnansweredLead = z.infer<typeof unansweredLeadSchema>;
export type UnansweredLeads = z.infer<typeof unansweredLeadsSchema>;
export type RecentChange = z.infer<typeof recentChangeSchema>;
export type SystemState = z.infer<typeof systemStateSchema>;
export type ReportShare = z.infer<typeof reportShareSchema>;
export type Report = z.infer<typeof reportSchema>;
