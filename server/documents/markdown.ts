import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype, { type Options as RemarkRehypeOptions } from 'remark-rehype';
import { unified } from 'unified';
import { ServiceError } from '#server/errors.ts';
import { DOCUMENT_MESSAGES } from '#shared/documents/messages.ts';
import { isTooComplex } from './markdown-cost.ts';
import type { MarkdownKind } from './tasks.ts';

type Schema = NonNullable<Parameters<typeof rehypeSanitize>[0]>;
type Root = ReturnType<ReturnType<typeof rehypeSanitize>>;
type Node = Root['children'][number];
type Element = Extract<Node, { type: 'element' }>;

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const LISTS = ['ul', 'ol', 'li'];
const POST_TAGS = ['p', 'br', 'strong', 'em', ...LISTS, ...HEADINGS, 'blockquote', 'code', 'pre'];
const POLICY_TAGS = ['p', ...HEADINGS, ...LISTS, 'strong', 'em', 'br', 'a'];

// Every key is given, because a missing one would come from the library's own, much wider list.
const CLOSED_SCHEMA: Schema = {
  tagNames: [],
  attributes: {},
  ancestors: { li: ['ul', 'ol'] },
  protocols: {},
  required: {},
  strip: ['script', 'style'],
  clobber: [],
  clobberPrefix: '',
  allowComments: false,
  allowDoctypes: false,
};

// Any other class could be one of the site's own: `fixed inset-0` would cover the whole page.
const POST_CLASSES = [
  'className',
  'lead',
  'not-prose',
  'contains-task-list',
  'task-list-item',
  /^language-[\w+#.-]{1,40}$/,
] satisfies NonNullable<Schema['attributes']>[string][number];

const SCHEMAS: Record<MarkdownKind, Schema> = {
  post: { ...CLOSED_SCHEMA, tagNames: POST_TAGS, attributes: { '*': [POST_CLASSES] } },
  preview: { ...CLOSED_SCHEMA, tagNames: POST_TAGS },
  policy: {
    ...CLOSED_SCHEMA,
    tagNames: POLICY_TAGS,
    attributes: { a: ['href', 'target', 'rel'] },
    protocols: { href: ['http', 'https', 'mailto', 'tel'] },
  },
};

const KNOWN_TAGS = new Set([...POST_TAGS, ...POLICY_TAGS]);
const PHRASING_TAGS = new Set(['br', 'strong', 'em', 'code', 'a']);
const PHRASING_PARENTS = new Set(['p', 'strong', 'em', 'code', 'a', 'pre', ...HEADINGS]);
const SILENT_TAGS = new Set(['script', 'style']);

const COMMENT = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<[!?][^>]*(?:>|$)/y;
const END_TAG = /<\/([a-z][^\s/<>]*)[^<>]*>/iy;
const START_TAG_NAME = /<([a-z][^\s/<>]*)/iy;
// As CommonMark has it, without '<': a tag that is never closed must not be tried to its end again and again.
const ATTRIBUTE = /[\s/]*([^\s/>=<"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>=<"'`]+)))?/y;
const TAG_END = /[\s/]*>/y;
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

const referenceParser = unified().use(remarkParse);

function decodeReference(reference: string): string {
  const [paragraph] = referenceParser.parse(reference).children;
  const [decoded] = paragraph?.type === 'paragraph' ? paragraph.children : [];
  return decoded?.type === 'text' ? decoded.value : reference;
}

function decodeReferences(text: string): string {
  const known = new Map<string, string>();
  return text.replace(REFERENCE, (reference) => {
    const character = known.get(reference) ?? decodeReference(reference);
    known.set(reference, character);
    return character;
  });
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

type Token =
  | { type: 'text'; value: string }
  | { type: 'start'; name: string; properties: Element['properties'] }
  | { type: 'end'; name: string };

function readStartTag(html: string, position: number): { token: Token; end: number } | null {
  const head = matchAt(START_TAG_NAME, html, position);
  if (!head?.[1]) return null;
  const properties: Element['properties'] = {};
  let end = position + head[0].length;
  for (;;) {
    const close = matchAt(TAG_END, html, end);
    if (close) {
      const token: Token = { type: 'start', name: head[1].toLowerCase(), properties };
      return { token, end: end + close[0].length };
    }
    const attribute = matchAt(ATTRIBUTE, html, end);
    if (!attribute?.[1]) return null;
    end += attribute[0].length;
    const name = attribute[1].toLowerCase();
    const value = decodeReferences(attribute[2] ?? attribute[3] ?? attribute[4] ?? '');
    if (name === 'class') properties.className ??= value.split(/\s+/).filter(Boolean);
    else if (name === 'rel') properties.rel ??= value.split(/\s+/).filter(Boolean);
    else if (name === 'href' || name === 'target') properties[name] ??= value;
  }
}

/** Reads raw HTML into tags and text; what is no whole tag stays text, what is between script tags is gone. */
function* tokenize(html: string): Generator<Token> {
  let textStart = 0;
  let position = html.indexOf('<');
  while (position !== -1) {
    const comment = matchAt(COMMENT, html, position);
    const endTag = matchAt(END_TAG, html, position);
    const startTag = comment || endTag ? null : readStartTag(html, position);
    const end = startTag?.end ?? position + (comment ?? endTag ?? [''])[0].length;
    if (end > position) {
      if (position > textStart) {
        yield { type: 'text', value: decodeReferences(html.slice(textStart, position)) };
      }
      if (endTag?.[1]) yield { type: 'end', name: endTag[1].toLowerCase() };
      if (startTag) yield startTag.token;
      textStart = end;
    }
    position = html.indexOf('<', Math.max(end, position + 1));
  }
  if (textStart < html.length) {
    yield { type: 'text', value: decodeReferences(html.slice(textStart)) };
  }
}

/** Puts the known elements of raw HTML among the children of one parent; other tags leave their text. */
function buildChildren(parent: Root | Element): Node[] {
  const isPhrasing = parent.type === 'element' && PHRASING_PARENTS.has(parent.tagName);
  const children: Node[] = [];
  const open: Element[] = [];
  let silentTag: string | null = null;

  function append(node: Node): void {
    (open.at(-1)?.children ?? children).push(node);
  }

  function start(name: string, properties: Element['properties']): void {
    const isBlock = !PHRASING_TAGS.has(name);
    if (!KNOWN_TAGS.has(name) || (isBlock && isPhrasing)) return;
    if (isBlock) {
      const paragraph = open.findIndex(({ tagName }) => PHRASING_PARENTS.has(tagName));
      if (paragraph !== -1) open.length = paragraph;
    }
    const element: Element = { type: 'element', tagName: name, properties, children: [] };
    append(element);
    if (name !== 'br') open.push(element);
  }

  for (const child of parent.children) {
    if (child.type !== 'raw') {
      if (silentTag === null) append(child);
      continue;
    }
    for (const token of tokenize(child.value)) {
      if (silentTag !== null) {
        if (token.type === 'end' && token.name === silentTag) silentTag = null;
      } else if (token.type === 'text') append(token);
      else if (token.type === 'end') {
        const index = open.findLastIndex(({ tagName }) => tagName === token.name);
        if (index !== -1) open.length = index;
      } else if (SILENT_TAGS.has(token.name)) silentTag = token.name;
      else start(token.name, token.properties);
    }
  }
  return children;
}

function resolveRawTags() {
  function resolve(parent: Root | Element): void {
    for (const child of parent.children) if (child.type === 'element') resolve(child);
    if (parent.children.some(({ type }) => type === 'raw')) {
      parent.children = buildChildren(parent) as Element[];
    }
  }
  return (tree: Root): void => resolve(tree);
}

const ANY_ORIGIN = 'https://own-site.invalid';

function secureLink(link: Element): void {
  const { href, target, rel } = link.properties;
  if (typeof href !== 'string') return;
  const url = URL.parse(href, ANY_ORIGIN);
  if (!url) {
    delete link.properties.href;
    return;
  }
  const isOtherSite = url.protocol.startsWith('http') && url.origin !== ANY_ORIGIN;
  const given = Array.isArray(rel) ? rel.map(String) : [];
  const tokens = new Set(given.filter((token) => token.toLowerCase() !== 'opener'));
  if (isOtherSite || target !== undefined) tokens.add('noopener').add('noreferrer');
  if (tokens.size > 0) link.properties.rel = [...tokens];
  else delete link.properties.rel;
}

function secureLinks() {
  function visit(parent: Root | Element): void {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (child.tagName === 'a') secureLink(child);
      visit(child);
    }
  }
  return (tree: Root): void => visit(tree);
}

// Footnotes need links and ids, which no list allows: their marks and texts stay where they were written.
const handlers: RemarkRehypeOptions['handlers'] = {
  footnoteReference: (_state, node: { label?: string; identifier: string }) => ({
    type: 'text',
    value: `[${node.label ?? node.identifier}]`,
  }),
  footnoteDefinition: (state, node) => state.all(node),
};

function createProcessor(kind: MarkdownKind) {
  return unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkBreaks)
    .use(remarkRehype, { allowDangerousHtml: true, handlers })
    .use(resolveRawTags)
    .use(rehypeSanitize, SCHEMAS[kind])
    .use(kind === 'policy' ? [secureLinks] : [])
    .use(rehypeStringify)
    .freeze();
}

const processors = {
  post: createProcessor('post'),
  preview: createProcessor('preview'),
  policy: createProcessor('policy'),
};

/** GitHub-style Markdown as HTML with nothing but the elements and attributes of `kind`; throws when it is too complex. */
export function renderMarkdown(markdown: string, kind: MarkdownKind): string {
  const processor = processors[kind];
  if (isTooComplex(markdown, processor.data('micromarkExtensions') ?? [])) {
    throw new ServiceError('UNPROCESSABLE', DOCUMENT_MESSAGES.tooMuchWork);
  }
  return String(processor.processSync(markdown));
}
