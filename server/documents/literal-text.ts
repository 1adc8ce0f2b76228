import type remarkBreaks from 'remark-breaks';
import { visit } from 'unist-util-visit';

type Markdown = Parameters<ReturnType<typeof remarkBreaks>>[0];

/** No list can start with another number than 1, so the numbers of such a list become text. */
export function keepOrdinals() {
  return (tree: Markdown, file: { toString(): string }): void => {
    const source = file.toString();
    visit(tree, 'list', (list, index, parent) => {
      if (!parent || index === undefined || (list.start ?? 1) === 1) return undefined;
      const blocks = list.children.flatMap(({ children: [first, ...others], position }) => {
        const item = source.slice(position?.start.offset);
        const marker = { type: 'text' as const, value: `${/^\d+[.)]/.exec(item)?.[0]} ` };
        const isText = first?.type === 'paragraph';
        const children = [marker, ...(isText ? first.children : [])];
        const rest = first && !isText ? [first, ...others] : others;
        return [{ type: 'paragraph' as const, children }, ...rest];
      });
      parent.children.splice(index, 1, ...blocks);
      return index;
    });
  };
}

const ELEMENTS = new Set(
  `a abbr acronym address area article aside audio b base bdi bdo big blink blockquote body br button canvas caption
  center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption
  figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i img input ins kbd label legend
  li link main map mark marquee menu meta meter nav nobr object ol optgroup option output p param picture pre progress
  q rp rt ruby s samp search section small source span strike strong sub summary sup table tbody td tfoot th thead time
  tr track tt u ul var video wbr`.split(/\s+/),
);
// Without an end tag they contain the rest of the document.
const ENCLOSING = new Set(
  'iframe math noembed noframes noscript script select style svg textarea title xmp'.split(' '),
);
const TAG = /<(\/?)([a-z][^\s/<>]*)/gi;
const BLOCK_PARENTS = ['root', 'blockquote', 'listItem', 'footnoteDefinition'];

/** Shows tags as text that are not HTML, or that would enclose the rest of the document. */
export function keepUnknownTags() {
  return (tree: Markdown): void => {
    const lastEnds = new Map<string, number>();
    visit(tree, 'html', ({ value, position }) => {
      for (const { 1: slash, 2: name = '', index } of value.matchAll(TAG)) {
        if (slash) lastEnds.set(name.toLowerCase(), (position?.start.offset ?? 0) + index);
      }
    });
    let enclosing: string | null = null;
    visit(tree, 'html', (node, _index, parent) => {
      const start = node.position?.start.offset ?? 0;
      node.value = node.value.replaceAll(TAG, (tag, slash: string, given: string, at: number) => {
        const name = given.toLowerCase();
        if (enclosing !== null) {
          if (slash && name === enclosing) enclosing = null;
          return tag;
        }
        const isEnclosing = ENCLOSING.has(name) && !slash && (lastEnds.get(name) ?? 0) > start + at;
        if (isEnclosing) enclosing = name;
        return isEnclosing || ELEMENTS.has(name) ? tag : `&lt;${tag.slice(1)}`;
      });
      const isBlock = BLOCK_PARENTS.includes(parent?.type ?? '');
      if (isBlock && node.value.startsWith('&lt;')) node.value = `<p>${node.value}</p>`;
    });
  };
}
