import TurndownService from 'turndown';
import { toTrustedHtml } from '#app/lib/trusted-html.tsx';

const HEADINGS = 'h1, h2, h3, h4, h5, h6';
const BLOCKS = `p, div, ul, ol, table, blockquote, pre, ${HEADINGS}`;
const DROPPED = 'script, style, title, template, meta, link, noscript, iframe, svg, img, hr';

// Browsers report CSP violations even in documents that are never shown.
function withoutStylesAndHandlers(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^<>]*>/gi, (tag) =>
      tag.replace(/(?<=[\s/"'])(?=(?:style|on[a-z]+)\s*=)/gi, 'data-'),
    );
}

const styleOf = (element: Element) => element.getAttribute('data-style') ?? '';

/** Marks list items of Word and removes their literal bullets. */
function markWordItems(body: HTMLElement): void {
  for (const marker of body.querySelectorAll('[data-style*="mso-list:ignore" i]')) {
    const isOrdered = /^\s*(?:\d+|[a-z]{1,4})[.)]/i.test(marker.textContent);
    marker.closest('p')?.setAttribute('data-marker', isOrdered ? '1.' : '-');
    marker.remove();
  }
}

/** Google Docs and Word use styles for bold and italic; Google Docs wraps everything in a `b` that is not bold. */
function replaceStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll('b, strong, i, em, span, p')) {
    const [, weight] = /font-weight:\s*(\w+)/i.exec(styleOf(element)) ?? [];
    const [, slant] = /font-style:\s*(\w+)/i.exec(styleOf(element)) ?? [];
    const isBold = weight ? /^(?:bold|[6-9]00)/.test(weight) : element.matches('b, strong');
    const isItalic = slant ? slant !== 'normal' : element.matches('i, em');
    const isPlain = element.closest(HEADINGS) !== null || element.querySelector(BLOCKS) !== null;
    let nodes = [...element.childNodes];
    for (const [tag, isMarked] of [
      ['strong', isBold],
      ['em', isItalic],
    ] as const) {
      if (isPlain || !isMarked || element.parentElement?.closest(tag)) continue;
      const mark = body.ownerDocument.createElement(tag);
      mark.append(...nodes);
      nodes = [mark];
    }
    if (element.localName === 'p') element.replaceChildren(...nodes);
    else element.replaceWith(...nodes);
  }
  for (const mark of body.querySelectorAll('strong, em')) {
    for (let next = mark.nextSibling; next?.nodeName === mark.nodeName; next = mark.nextSibling) {
      mark.append(...next.childNodes);
      next.remove();
    }
  }
}

function readDocument(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(
    toTrustedHtml(withoutStylesAndHandlers(html).replace(/&nbsp;|\u00a0/g, ' ')),
    'text/html',
  );
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  markWordItems(body);
  replaceStyles(body);
  for (const pre of body.querySelectorAll('pre')) {
    const code = body.ownerDocument.createElement('code');
    code.textContent = pre.textContent;
    pre.replaceChildren(code);
  }
  for (const block of body.querySelectorAll(`a :is(${BLOCKS})`)) {
    block.replaceWith(' ', ...block.childNodes, ' ');
  }
  // Google Docs puts inner lists beside their item.
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    list.previousElementSibling?.append(list);
  }
  return body;
}

function formatItem(content: string, item: Node): string {
  const { parentElement: list } = item;
  const first = Number.parseInt(list?.getAttribute('start') ?? '1', 10) || 1;
  const marker =
    list?.localName === 'ol' ? `${first + [...list.children].indexOf(item as Element)}. ` : '- ';
  return `\n${marker}${content.trim().replaceAll('\n', `\n${' '.repeat(marker.length)}`)}\n`;
}

function formatWordItem(content: string, item: Element): string {
  const [, level = '1'] = /mso-list:[^;]*\blevel(\d)/i.exec(styleOf(item)) ?? [];
  return `\n${'   '.repeat(Number(level) - 1)}${item.getAttribute('data-marker')} ${content}\n`;
}

function createService(keepsLinks: boolean): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    br: '',
  });
  const escapeMarkdown = service.escape.bind(service);
  // Our renderer also interprets HTML, entities and strikethrough.
  service.escape = (text) =>
    escapeMarkdown(text)
      .replace(/<|~~|&(?=#?\w+;)/g, String.raw`\$&`)
      .replace(/^(\d+)\)(?=\s)/, String.raw`$1\)`);
  return service
    .addRule('item', { filter: 'li', replacement: formatItem })
    .addRule('block in an item', {
      filter: (node) => node.matches('li > :is(p, ul, ol)'),
      replacement: (content) => `\n${content.trim()}\n`,
    })
    .addRule('item of Word', {
      filter: (node) => node.matches('p[data-marker]'),
      replacement: (content, node) => formatWordItem(content, node),
    })
    .addRule('row', {
      filter: 'tr',
      replacement: (content) =>
        `\n\n${content
          .trim()
          .split(/\s*\n\s*/)
          .join(' – ')}\n\n`,
    })
    .addRule('text of a link', {
      filter: (node) =>
        node.localName === 'a' &&
        !(keepsLinks && /^(?:https?:\/\/|mailto:|tel:)/i.test(node.getAttribute('href') ?? '')),
      replacement: (content) => content,
    });
}

/** The parsed document runs and loads nothing. */
export function htmlToMarkdown(html: string, { keepsLinks }: { keepsLinks: boolean }): string {
  return createService(keepsLinks).turndown(readDocument(html)).replace(/ +$/gm, '');
}
