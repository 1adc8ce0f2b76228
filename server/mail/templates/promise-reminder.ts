import type { NamedEnquiry } from '#shared/conversations/enquiry.ts';
import type { ALERT_LEVELS } from '#shared/conversations/values.ts';
import { REMINDER_HEADINGS, WEBHOOK_MESSAGES } from '#shared/escalation/messages.ts';
import { placeOf, whenOf } from '#shared/office-hours/sentences.ts';
import { headerText, type MailContent } from './content.ts';
import { openButton } from './enquiry-mails.ts';
import { REMINDER_MESSAGES as messages } from './messages.ts';

export type Reminded = {
  level: (typeof ALERT_LEVELS)[number];
  enquiry: NamedEnquiry;
  serviceType: string | null;
  name: string;
  dueAt: Date;
  assignee: string | null;
};

type Place = { siteUrl: string; timeZone: string };

export function promiseReminder(reminded: Reminded, { siteUrl, timeZone }: Place): MailContent {
  const { level, enquiry, serviceType, name, dueAt, assignee } = reminded;
  const what = messages.what(enquiry.label, headerText(name));
  const due = messages.due(whenOf(dueAt, timeZone), placeOf(timeZone));
  return {
    subject: messages.subjects[level](what),
    preheader: `${messages.labels.due}: ${due}`,
    heading: REMINDER_HEADINGS[level],
    blocks: [
      { type: 'paragraph', text: messages.waits(what) },
      openButton(enquiry, siteUrl),
      {
        type: 'facts',
        heading: messages.heading,
        rows: [
          [messages.labels.due, due],
          [messages.labels.assignee, assignee ?? messages.nobody],
          ...(serviceType === null ? [] : [[messages.labels.service, serviceType] as const]),
        ],
      },
    ],
    reason: messages.reason,
  };
}

/** The reminder for the webhook: contains no contact data. */
export function webhookReminder(
  { level, enquiry, serviceType, dueAt, assignee }: Reminded,
  { siteUrl, timeZone }: Place,
): MailContent {
  const facts = WEBHOOK_MESSAGES.facts(whenOf(dueAt, timeZone), assignee);
  const url = `${siteUrl}${enquiry.adminPath}`;
  return {
    subject: `${REMINDER_HEADINGS[level]}: ${WEBHOOK_MESSAGES.what(enquiry.label, serviceType)}`,
    preheader: facts,
    heading: REMINDER_HEADINGS[level],
    blocks: [
      { type: 'paragraph', text: facts },
      { type: 'button', label: WEBHOOK_MESSAGES.open, url },
    ],
    reason: WEBHOOK_MESSAGES.reason,
  };
}
