import type { ALERT_LEVELS } from '#shared/conversations/values.ts';
import { REMINDER_HEADINGS } from '#shared/escalation/messages.ts';
import { placeOf, whenOf } from '#shared/office-hours/sentences.ts';
import { headerText, type MailContent } from './content.ts';
import { NOTICE_MESSAGES, REMINDER_MESSAGES as messages } from './messages.ts';

/** What a reminder is about, as it is now. */
export type Reminded = {
  level: (typeof ALERT_LEVELS)[number];
  lead: { path: 'orders' | 'messages'; parameter: 'order' | 'message'; id: string };
  /** Of an order. */
  reference: string | null;
  serviceType: string | null;
  /** Whoever waits. */
  name: string;
  dueAt: Date;
  assignee: string | null;
};

type Place = { siteUrl: string; timeZone: string };

/** Reminds the team of somebody who waits for an answer. */
export function promiseReminder(reminded: Reminded, { siteUrl, timeZone }: Place): MailContent {
  const { level, lead, reference, serviceType, name, dueAt, assignee } = reminded;
  const who = headerText(name);
  const what = reference === null ? messages.message(who) : messages.order(reference, who);
  const due = messages.due(whenOf(dueAt, timeZone), placeOf(timeZone));
  const copy = NOTICE_MESSAGES[lead.parameter];
  return {
    subject: messages.subjects[level](what),
    preheader: `${messages.labels.due}: ${due}`,
    heading: REMINDER_HEADINGS[level],
    blocks: [
      { type: 'paragraph', text: messages.waits(what) },
      {
        type: 'button',
        label: copy.open,
        url: `${siteUrl}/admin/${lead.path}?${lead.parameter}=${lead.id}`,
      },
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
