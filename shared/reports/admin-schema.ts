import * as z from 'zod';
import { choiceOf } from '#shared/common/choice.ts';
import { reportQuerySchema } from '#shared/dashboard/admin-schema.ts';
import { REPORT_KINDS } from './values.ts';

export const responseReportQuerySchema = reportQuerySchema.extend({
  kind: choiceOf(REPORT_KINDS, 'This kind of enquiry is not known').default('all'),
});

const count = z.int().min(0);
/** Null where there are too few to say anything (`MIN_COUNTED`). */
const minutes = z.number().min(0).nullable();

const summarySchema = z.object({
  enquiries: count,
  inTime: count,
  /** Answered later, or overdue. */
  late: count,
  /** Of the late ones, those that nobody has answered. */
  overdue: count,
  /** Of `inTime` and `late` together; null where they are too few. */
  inTimePercent: z.number().min(0).max(100).nullable(),
  /** From the enquiry to the first answer in office hours; an overdue one counts with what it has waited so far. */
  medianMinutes: minutes,
  ninetiethMinutes: minutes,
  /** The same by the clock. */
  medianPlainMinutes: minutes,
  ninetiethPlainMinutes: minutes,
});

const periodSchema = summarySchema.extend({ startsOn: z.iso.date() });

/** A value of a group; null where there is none. */
const groupSchema = summarySchema.extend({ value: z.string().nullable() });

/** How enquiries were answered, in all and by what they have in common. Suspected spam does not count. */
export const responseReportSchema = summarySchema.extend({
  periods: z.array(periodSchema),
  services: z.array(groupSchema),
  sourcePages: z.array(groupSchema),
  referrers: z.array(groupSchema),
  assignees: z.array(groupSchema),
});

export type ResponseReportQuery = z.output<typeof responseReportQuerySchema>;
export type ResponseSummary = z.infer<typeof summarySchema>;
export type ResponseGroup = z.infer<typeof groupSchema>;
export type ResponseReport = z.infer<typeof responseReportSchema>;
