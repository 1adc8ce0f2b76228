import * as z from 'zod';
import { choiceOf } from '#shared/common/choice.ts';
import { rawText } from '#shared/common/text.ts';
import { DEFAULT_TIME_ZONE, REPORT_RANGES } from './values.ts';
import { TIME_ZONE_MESSAGE } from './messages.ts';
import { isTimeZone } from '#shared/lib/local-dates.ts';

const count = z.int().min(0);

/** The statistics of the overview. */
export const dashboardCountsSchema = z.object({
  totalOrders: count,
  newOrders: count,
  totalMessages: count,
  newMessages: count,
});

export type DashboardCounts = z.infer<typeof dashboardCountsSchema>;

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

/** How many orders or messages have a value; the value is the one that is stored. */
const reportShareSchema = z.object({ value: z.string(), count });

export const reportSchema = z.object({
  periods: z.array(reportPeriodSchema),
  orderStatuses: z.array(reportShareSchema),
  orderServices: z.array(reportShareSchema),
  orderBudgets: z.array(reportShareSchema),
  messageStatuses: z.array(reportShareSchema),
});

export type ReportShare = z.infer<typeof reportShareSchema>;
export type Report = z.infer<typeof reportSchema>;
