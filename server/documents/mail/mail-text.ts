import { INBOUND_MESSAGES as messages, type Omission } from '#shared/mails/inbound-messages.ts';
import { htmlToPlainText } from './html-text.ts';
import type { MailPart } from './parse-mail.ts';

/** Longest plain text that may be a stub, such as "Your program cannot show this message". */
const MAX_STUB = 300;
const REPEATS = 0.9;

type Text = { text: string; isPlain: boolean };

function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

function contains(words: Set<string>, others: Set<string>): boolean {
  let shared = 0;
  for (const word of others) if (words.has(word)) shared += 1;
  return shared >= others.size * REPEATS;
}

function join(list: readonly Text[], between: string): Text {
  const filled = list.filter(({ text }) => text.trim() !== '');
  return {
    text: filled.map(({ text }) => text).join(between),
    isPlain: filled.every(({ isPlain }) => isPlain),
  };
}

/** Prefers the alternative that contains the other's words. Shows both where neither does, except a plain stub. */
function chooseText(first: Text, second: Text): Text {
  const [words, others] = [wordsIn(first.text), wordsIn(second.text)];
  if (contains(words, others)) return first;
  if (contains(others, words)) return second;
  const isStub = first.isPlain && !second.isPlain && first.text.length <= MAX_STUB;
  return isStub ? second : join([first, second], '\n\n');
}

function describeEmbedded({ headers }: MailPart): string {
  const { text: from = '' } = (headers.get('from') ?? {}) as { text?: string };
  const subject = headers.get('subject');
  return `\nFrom: ${from}\nSubject: ${typeof subject === 'string' ? subject : ''}\n\n`;
}

export function readText(root: MailPart): { text: string; omissions: Omission[] } {
  let isHtmlCut = false;
  let remoteImages = 0;

  function readLeaf({ contentType, textContent = '' }: MailPart): Text {
    if (contentType !== 'text/html') return { text: textContent, isPlain: true };
    const html = htmlToPlainText(textContent);
    isHtmlCut ||= html.isCut;
    remoteImages += html.remoteImages;
    return { text: html.text, isPlain: false };
  }

  function readPart(part: MailPart): Text {
    const children = part.children.map(readPart);
    if (part.contentType === 'multipart/alternative' && children.length > 0) {
      return children.reduce(chooseText);
    }
    const all = join([readLeaf(part), ...children], '\n');
    return part.showMeta ? { ...all, text: describeEmbedded(part) + all.text } : all;
  }

  const { text } = readPart(root);
  const omissions = [
    ...(isHtmlCut ? [messages.longHtml] : []),
    ...(remoteImages > 0 ? [messages.remoteImages(remoteImages)] : []),
    ...(text.includes('\uFFFD') ? [messages.garbled] : []),
  ];
  return { text, omissions };
}
