import { headerText, type MailContent } from './content.ts';
import { REPLY_MESSAGES as messages } from './messages.ts';

export type MailedReply = {
  body: string;
  /** Of an order. */
  reference: string | null;
  /** What they said last. */
  visitorsWords: string | null;
};

/** What an administrator has written to a visitor. */
export function replyContent({ body, reference, visitorsWords }: MailedReply): MailContent {
  return {
    subject: reference === null ? messages.subject : messages.subjectOfOrder(reference),
    preheader: headerText(body, 140),
    heading: reference === null ? messages.heading : messages.headingOfOrder(reference),
    blocks: [
      { type: 'words', text: body },
      ...(visitorsWords === null
        ? []
        : [{ type: 'quote', heading: messages.youWrote, text: visitorsWords } as const]),
    ],
    reason: messages.reason,
  };
}
