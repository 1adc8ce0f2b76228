import type { ALERT_LEVELS } from '#shared/conversations/values.ts';

type Level = (typeof ALERT_LEVELS)[number];

export const REMINDER_HEADINGS: Record<Level, string> = {
  50: 'Half the promised time has passed',
  80: 'The promised time is nearly over',
  100: 'The promised time is over',
};

export const WEBHOOK_MESSAGES = {
  what: (enquiry: string, serviceType: string | null) =>
    serviceType ? `${enquiry} (${serviceType})` : enquiry,
  facts: (due: string, assignee: string | null) =>
    `Answer due: ${due}. ${assignee === null ? 'Nobody has taken it.' : `Assigned to ${assignee}.`}`,
  open: 'Open it',
  reason: 'Posted to the webhook of this installation, without contact data.',
  notSet: 'No webhook is set up any longer',
  rejected: (status: number) => `The webhook responded with ${status}`,
  tooSlow: (seconds: number) => `The webhook did not respond within ${seconds} seconds`,
  unreachable: (reason: string) => `The webhook cannot be reached: ${reason}`,
} as const;
