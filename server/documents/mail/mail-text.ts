import { INBOUND_MESSAGES as messages, type Omission } from '#shared/mails/inbound-messages.ts';
import type { MailPart } from './parse-mail.ts';
import { convert, type FormatCallback } from 'html-to-text';

/** Longer HTML is not read; handwritten emails have a hundredth of it. */
const MAX_HTML_LENGTH = 1_000_000;
const CUT = '\u0001';
const BEACON = /^[01](?:px)?$/u;

export type HtmlText = { text: string; isCut: boolean; remoteImages: number };

/** Quotes have `>` before each line; images become their alternative text. */
export function htmlToPlainText(html: string): HtmlText {
  if (html.length > MAX_HTML_LENGTH) return { text: '', isCut: true, remoteImages: 0 };
  let remoteImages = 0;
  const image: FormatCallback = ({ attribs }, _walk, builder) => {
    const { src = '', alt = '', width = '', height = '' } = attribs as Record<string, string>;
    const label = alt.trim();
    if (label !== '') builder.addInline(/\p{L}/u.test(label) ? `[${label}]` : label);
    else if (/^(?:https?:)?\/\//iu.test(src) && !(BEACON.test(width) && BEACON.test(height))) {
      remoteImages += 1;
    }
  };
  const text = convert(html, {
    wordwrap: false,
    decodeEntities: true,
    limits: { maxDepth: 200, maxChildNodes: 20_000, ellipsis: CUT },
    formatters: { image },
    selectors: [
      { selector: 'img', format: 'image' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      // Outlook puts each line into a paragraph.
      { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 2 } },
    ],
  });
  return { text, isCut: text.includes(CUT), remoteImages };
}

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
