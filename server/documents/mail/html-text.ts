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
