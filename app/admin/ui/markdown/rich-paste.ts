import { toTrustedHtml } from '#app/lib/trusted-html.tsx';

type Context = { keepsLinks: boolean };

type Style = { isBold: boolean; isItalic: boolean; isHeading?: boolean };

const BLOCKS = new Set(
  'address article aside blockquote dd details div dl dt figcaption figure footer form header hr main nav section table tbody thead tfoot tr h1 h2 h3 h4 h5 h6 li ol p pre ul'.split(
    ' ',
  ),
);
const HIDDEN = new Set('head script style title template meta link noscript iframe svg'.split(' '));
const PLAIN: Style = { isBold: false, isItalic: false };
// A heading is bold already.
const HEADING: Style = { ...PLAIN, isHeading: true };
const TAB = '  ';

const tagOf = (node: Node) => (node instanceof Element ? node.localName : '');

function escape(text: string): string {
  return text
    .replace(/[\\`*[\]<]/g, String.raw`\$&`)
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replace(/~~/g, String.raw`\~~`)
    .replace(/&(?=#?\w+;)/g, String.raw`\&`);
}

function escapeStart(line: string): string {
  return line
    .replace(/^(#{1,6}(?=\s|$)|[-+](?=\s|$|[-+])|>|={2,})/, String.raw`\$1`)
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`);
}

/** Word processors say it by a style; Google Docs puts all of its text into a `b` that is not bold. */
function styleOf(element: Element, outer: Style): Style {
  if (outer.isHeading) return outer;
  const style = element.getAttribute('data-style') ?? '';
  const [, weight] = /font-weight:\s*(\w+)/i.exec(style) ?? [];
  const [, slant] = /font-style:\s*(\w+)/i.exec(style) ?? [];
  const tag = element.localName;
  const isBold = weight
    ? weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
    : outer.isBold || tag === 'b' || tag === 'strong';
  const isItalic = slant ? slant !== 'normal' : outer.isItalic || tag === 'i' || tag === 'em';
  return { isBold, isItalic };
}

type Run = { text: string; style: Style };

/** The text of inline content, each piece with its style, so that neighbours of one style get one pair of marks. */
function collectRuns(node: Node, style: Style, context: Context, runs: Run[]): void {
  const tag = tagOf(node);
  if (node.nodeType === Node.TEXT_NODE) {
    runs.push({ text: escape((node.textContent ?? '').replace(/[\s\u00a0]+/g, ' ')), style });
  } else if (tag === 'br') {
    runs.push({ text: '\n', style: PLAIN });
  } else if (tag === 'code') {
    const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim();
    if (text) runs.push({ text: fence(text), style: PLAIN });
  } else if (tag === 'a' && context.keepsLinks && hrefOf(node as Element)) {
    const label = inline([...node.childNodes], style, context)
      .replaceAll('\n', ' ')
      .trim();
    if (label) runs.push({ text: `[${label}](${hrefOf(node as Element)})`, style: PLAIN });
  } else if (node instanceof Element && !HIDDEN.has(tag)) {
    if (/mso-list:\s*ignore/i.test(node.getAttribute('data-style') ?? '')) return;
    const own = styleOf(node, style);
    for (const child of node.childNodes) collectRuns(child, own, context, runs);
  }
}

function hrefOf(link: Element): string | null {
  const href = link.getAttribute('href') ?? '';
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(href)
    ? href
        .replace(/[\s<>]/g, encodeURIComponent)
        .replaceAll('(', '%28')
        .replaceAll(')', '%29')
    : null;
}

function fence(code: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const marks = '`'.repeat(longest + 1);
  const isSpaced = code.startsWith('`') || code.endsWith('`');
  return isSpaced ? `${marks} ${code} ${marks}` : `${marks}${code}${marks}`;
}

function marked({ text, style: { isBold, isItalic } }: Run): string {
  const inner = text.trim();
  if (!inner) return text;
  const marks = '*'.repeat((isBold ? 2 : 0) + (isItalic ? 1 : 0));
  const [before = '', after = ''] = text.split(inner);
  return `${before}${marks}${inner}${marks}${after}`;
}

const isSame = (one: Style, other: Style) =>
  one.isBold === other.isBold && one.isItalic === other.isItalic;

/** Inline content as Markdown; marks stand at words, never at spaces. */
function inline(nodes: readonly Node[], style: Style, context: Context): string {
  const runs: Run[] = [];
  for (const node of nodes) collectRuns(node, style, context, runs);
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last && run.text !== '\n' && (isSame(last.style, run.style) || !run.text.trim())) {
      if (last.text !== '\n') {
        last.text += run.text;
        continue;
      }
    }
    merged.push({ ...run });
  }
  const lines = merged.map(marked).join('').split('\n');
  return lines
    .map((line) => escapeStart(line.replace(/ {2,}/g, ' ').trim()))
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}

const hasBlock = (node: Node): boolean =>
  BLOCKS.has(tagOf(node)) || (tagOf(node) !== 'a' && [...node.childNodes].some(hasBlock));

function indent(text: string, by: string): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${by}`);
}

/** The items of a list; Google Docs puts inner lists beside their item. */
function list(element: Element, context: Context): string {
  const isOrdered = element.localName === 'ol';
  let number = Number.parseInt(element.getAttribute('start') ?? '1', 10) || 1;
  const items: string[] = [];
  for (const child of element.children) {
    const tag = child.localName;
    if ((tag === 'ul' || tag === 'ol') && items.length > 0) {
      const by = isOrdered ? ' '.repeat(3) : TAB;
      items.push(`${by}${indent(list(child, context), by)}`);
    } else {
      const marker = isOrdered ? `${number}. ` : '- ';
      const text = blocks([...child.childNodes], context).join('\n');
      if (text) {
        items.push(marker + indent(text, ' '.repeat(marker.length)));
        number += 1;
      }
    }
  }
  return items.join('\n');
}

type WordItem = { level: number; isOrdered: boolean };

/** Word writes lists as paragraphs that only look like items. */
function wordItemOf(node: Node): WordItem | null {
  if (!(node instanceof Element)) return null;
  const level = /mso-list:[^;]*\blevel(\d)/i.exec(node.getAttribute('data-style') ?? '')?.[1];
  if (!level) return null;
  const marker = [...node.querySelectorAll('[data-style]')].find((part) =>
    /mso-list:\s*ignore/i.test(part.getAttribute('data-style') ?? ''),
  );
  return {
    level: Number(level) - 1,
    isOrdered: /^[\s\u00a0]*(?:\d+|[a-z]{1,4})[.)]/i.test(marker?.textContent ?? ''),
  };
}

function block(element: Element, context: Context): string[] {
  const tag = element.localName;
  const children = [...element.childNodes];
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (level) {
    const text = inline(children, HEADING, context).replaceAll('\n', ' ');
    return text ? [`${'#'.repeat(Number(level))} ${text}`] : [];
  }
  if (tag === 'ul' || tag === 'ol') return [list(element, context)].filter(Boolean);
  if (tag === 'blockquote') {
    const text = blocks(children, context).join('\n\n');
    return text ? [text.replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '')] : [];
  }
  if (tag === 'pre') {
    const text = (element.textContent ?? '').replace(/\n$/, '');
    const marks = text.includes('```') ? '~~~~' : '```';
    return text.trim() ? [`${marks}\n${text}\n${marks}`] : [];
  }
  if (tag === 'tr') {
    const cells = [...element.children].map((cell) =>
      inline([cell], PLAIN, context).replaceAll('\n', ' '),
    );
    return [cells.filter(Boolean).join(' – ')].filter(Boolean);
  }
  return blocks(children, context, styleOf(element, PLAIN));
}

function blocks(nodes: readonly Node[], context: Context, style: Style = PLAIN): string[] {
  const found: string[] = [];
  let loose: Node[] = [];
  let isInWordList = false;
  const flush = () => {
    const text = inline(loose, style, context);
    if (text) found.push(text);
    loose = [];
  };
  for (const node of nodes) {
    if (HIDDEN.has(tagOf(node)) || node.nodeType === Node.COMMENT_NODE) continue;
    if (!hasBlock(node)) {
      loose.push(node);
      continue;
    }
    flush();
    const item = wordItemOf(node);
    if (item) {
      const text = inline([...node.childNodes], PLAIN, context);
      const line = `${'   '.repeat(item.level)}${item.isOrdered ? '1.' : '-'} ${text}`;
      const last = isInWordList ? found.pop() : undefined;
      found.push(last === undefined ? line : `${last}\n${line}`);
    } else {
      found.push(...block(node as Element, context));
    }
    isInWordList = item !== null;
  }
  flush();
  return found;
}

// Browsers report what the policy of the page forbids, although nothing in this document is ever shown or run.
function withoutStylesAndHandlers(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) =>
      tag.replace(/(?<=[\s/"'])(?=(?:style|on[a-z]+)\s*=)/gi, 'data-'),
    );
}

/** Rich text from the clipboard as the Markdown of what the sanitiser keeps; the document that reads it runs and loads nothing. */
export function htmlToMarkdown(html: string, { keepsLinks }: Context): string {
  const { body } = new DOMParser().parseFromString(
    toTrustedHtml(withoutStylesAndHandlers(html)),
    'text/html',
  );
  return blocks([...body.childNodes], { keepsLinks }).join('\n\n');
}
