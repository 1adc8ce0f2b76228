import { convert } from 'html-to-text';

/** A longer one is not read: what people write by hand is a hundredth of it. */
const MAX_HTML_LENGTH = 1_000_000;

/** The words of an HTML mail, for people to read; quotes have `>` before each line. Null when it is too long. */
export function htmlToPlainText(html: string): string | null {
  if (html.length > MAX_HTML_LENGTH) return null;
  return convert(html, {
    wordwrap: false,
    decodeEntities: true,
    limits: { maxDepth: 200, maxChildNodes: 20_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      // The lines of a mail laid out by Outlook.
      { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 2 } },
    ],
  });
}
