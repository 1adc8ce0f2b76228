import * as z from 'zod';
import { limitedText, rawText } from '#shared/common/text.ts';
import { isTimeZone } from '#shared/lib/local-dates.ts';
import { OFFICE_HOURS_LIMITS as LIMITS, OFFICE_HOURS_MESSAGES as messages } from './messages.ts';
import { type OfficeHours, WEEKDAY_LABELS, type Weekday, WEEKDAYS } from './values.ts';

function whenMissing(message: string) {
  return {
    error: (issue: { code?: string }) => (issue.code === 'invalid_type' ? message : undefined),
  };
}

const byStart = (one: { from: string }, other: { from: string }) =>
  one.from < other.from ? -1 : Number(one.from > other.from);

/** The open times of a day in their order; they may touch and not overlap. */
function intervals(of: string) {
  const interval = z
    .strictObject(
      {
        from: rawText(messages.time).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, messages.time),
        to: rawText(messages.time).regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, messages.time),
      },
      whenMissing(messages.time),
    )
    .refine(({ from, to }) => from < to, { message: messages.order, path: ['to'] });
  return z
    .array(interval, { error: messages.intervals(of) })
    .max(LIMITS.intervals, messages.tooManyIntervals(of))
    .overwrite((list) => list.toSorted(byStart))
    .refine(
      (list) => list.every(({ from }, index) => from >= (list[index - 1]?.to ?? '')),
      messages.overlap(of),
    );
}

export const weekSchema = z
  .strictObject(
    Object.fromEntries(WEEKDAYS.map((day) => [day, intervals(WEEKDAY_LABELS[day])])) as Record<
      Weekday,
      ReturnType<typeof intervals>
    >,
    whenMissing(messages.week),
  )
  .refine((days) => Object.values(days).some((list) => list.length > 0), messages.closedWeek);

export const exceptionSchema = z
  .strictObject(
    {
      from: z.iso.date(messages.exceptionDate),
      to: z.iso.date(messages.exceptionDate),
      name: limitedText({
        min: 1,
        max: LIMITS.exceptionName,
        message: messages.exceptionName,
        tooLong: messages.exceptionNameTooLong,
      }),
      open: intervals('Open times'),
    },
    whenMissing(messages.exceptions),
  )
  .refine(({ from, to }) => from <= to, { message: messages.exceptionOrder, path: ['to'] });

export const exceptionsSchema = z
  .array(exceptionSchema, { error: messages.exceptions })
  .max(LIMITS.exceptions, messages.tooManyExceptions)
  .overwrite((list) => list.toSorted(byStart))
  .superRefine((list, ctx) => {
    const double = list.find(({ from }, index) => from <= (list[index - 1]?.to ?? ''));
    if (double) ctx.addIssue({ code: 'custom', message: messages.exceptionOverlap(double.from) });
  });

/** The whole calendar; it is open at some time of every week that has no exceptions. */
export const officeHoursSchema = z.strictObject(
  {
    timeZone: rawText(messages.timeZone).refine(isTimeZone, messages.timeZone),
    week: weekSchema,
    exceptions: exceptionsSchema,
    promisedMinutes: z
      .int({ error: messages.promisedMinutes })
      .min(LIMITS.promisedMin, messages.promisedMinutes)
      .max(LIMITS.promisedMax, messages.promisedMinutes),
  },
  whenMissing(messages.officeHours),
) satisfies z.ZodType<OfficeHours>;
