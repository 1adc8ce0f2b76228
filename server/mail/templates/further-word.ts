import type { NamedEnquiry } from '#shared/conversations/enquiry.ts';
import { placeOf, whenOf } from '#shared/office-hours/sentences.ts';
import { headerText, type MailContent } from './content.ts';
import { openButton } from './enquiry-mails.ts';
import {
  FURTHER_WORD_MESSAGES as messages,
  NOTICE_MESSAGES,
  REMINDER_MESSAGES,
} from './messages.ts';

export type FurtherWord = {
  enquiry: NamedEnquiry;
  name: string;
  body: string;
  fileNames: readonly string[];
  /** Marks of the sender, and what is left out. */
  notes: readonly string[];
  /** When an answer is due; null once nobody waits for one. */
  dueAt: Date | null;
};

type Place = { siteUrl: string; timeZone: string };

export function furtherWordNotice(word: FurtherWord, { siteUrl, timeZone }: Place): MailContent {
  const { enquiry, body, fileNames, notes, dueAt } = word;
  const name = headerText(word.name);
  const due = dueAt && REMINDER_MESSAGES.due(whenOf(dueAt, timeZone), placeOf(timeZone));
  return {
    subject: messages.subject(name, enquiry.reference),
    preheader: headerText(body, 140),
    heading: messages.heading,
    blocks: [
      { type: 'paragraph', text: messages.from(name, enquiry.label) },
      ...(due ? [{ type: 'paragraph', text: messages.due(due) } as const] : []),
      openButton(enquiry, siteUrl),
      { type: 'quote', heading: messages.words, text: body },
      ...(fileNames.length > 0
        ? [{ type: 'list', heading: messages.files, items: fileNames } as const]
        : []),
      ...(notes.length > 0
        ? [{ type: 'list', heading: messages.notes, items: notes } as const]
        : []),
    ],
    reason: NOTICE_MESSAGES.reason,
  };
}
