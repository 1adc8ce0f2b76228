import { buffer } from 'node:stream/consumers';
import {
  type AttachmentCommon,
  type AttachmentStream,
  type Headers,
  MailParser,
  type MessageText,
} from 'mailparser';

export type MailPart = {
  contentType?: string;
  textContent?: string;
  headers: Headers;
  showMeta?: boolean;
  children: MailPart[];
};

export type MailAttachment = AttachmentCommon & { content: Buffer };

// The parser's joined text loses the order of parts. Its tree, which is missing from its types, has it.
function getTree(parser: MailParser): MailPart {
  const { tree } = parser as MailParser & { tree?: MailPart | false };
  if (tree === undefined) throw new Error('mailparser no longer has a tree of parts');
  return tree || { headers: new Map(), children: [] };
}

export async function parseMail(raw: Buffer) {
  const parser = new MailParser({
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    keepDeliveryStatus: true,
    checksumAlgo: false,
  });
  parser.end(raw);
  const attachments: MailAttachment[] = [];
  for await (const data of parser as AsyncIterable<AttachmentStream | MessageText>) {
    if (data.type !== 'attachment') continue;
    attachments.push({ ...data, content: await buffer(data.content) });
    data.release?.();
  }
  return {
    root: getTree(parser),
    attachments,
    subject: parser.subject ?? '',
  };
}
