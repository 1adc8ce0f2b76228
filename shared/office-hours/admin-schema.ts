import * as z from 'zod';
import { OFFICE_HOURS_MESSAGES, PROPOSAL_YEARS } from './messages.ts';

const year = z.coerce
  .number(OFFICE_HOURS_MESSAGES.year)
  .int(OFFICE_HOURS_MESSAGES.year)
  .min(PROPOSAL_YEARS.first, OFFICE_HOURS_MESSAGES.year)
  .max(PROPOSAL_YEARS.last, OFFICE_HOURS_MESSAGES.year);

export const holidayQuerySchema = z.object({ year });

export type HolidayQuery = z.output<typeof holidayQuerySchema>;
