import { leftOutMessage } from '#shared/orders/messages.ts';
import { headerText, type MailContent } from './content.ts';
import { REPLY_MESSAGES as messages } from './messages.ts';

export type MailedReply = {
  body: string;
  /** 'order V-7K2M9QXA' */
  enquiry: string;
  visitorsWords: string | null;
  /** Files of the visitor's emails since the reply before that were not stored. */
  leftOutFiles: readonly { name: string; reason: string }[];
};

const MAX_NAMED_FILES = 30;

export function replyContent({
  body,
  enquiry,
  visitorsWords,
  leftOutFiles,
}: MailedReply): MailContent {
  const leftOut = leftOutFiles.map(({ name, reason }) =>
    headerText(leftOutMessage(name, reason), 400),
  );
  return {
    subject: messages.subject(enquiry),
    preheader: headerText(body, 140),
    heading: messages.heading(enquiry),
    blocks: [
      { type: 'words', text: body },
      ...(leftOut.length === 0
        ? []
        : ([
            { type: 'list', heading: messages.leftOut, items: leftOut.slice(0, MAX_NAMED_FILES) },
            { type: 'paragraph', text: messages.accepted },
          ] as const)),
      ...(visitorsWords === null
        ? []
        : [{ type: 'quote', heading: messages.youWrote, text: visitorsWords } as const]),
    ],
    reason: messages.reason,
  };
}
