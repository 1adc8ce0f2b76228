import { headerText, type MailContent } from './content.ts';
import { REPLY_MESSAGES as messages } from './messages.ts';

export type MailedReply = {
  body: string;
  /** 'order V-7K2M9QXA' */
  enquiry: string;
  /** What they said last. */
  visitorsWords: string | null;
};

/** What an administrator has written to a visitor. */
export function replyContent({ body, enquiry, visitorsWords }: MailedReply): MailContent {
  return {
    subject: messages.subject(enquiry),
    preheader: headerText(body, 140),
    heading: messages.heading(enquiry),
    blocks: [
      { type: 'words', text: body },
      ...(visitorsWords === null
        ? []
        : [{ type: 'quote', heading: messages.youWrote, text: visitorsWords } as const]),
    ],
    reason: messages.reason,
  };
}
