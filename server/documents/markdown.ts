import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype, { type Options as RemarkRehypeOptions } from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { ServiceError } from '#server/core/errors.ts';
import { DOCUMENT_MESSAGES } from '#shared/documents/messages.ts';
import type { MarkdownPreview } from '#shared/documents/preview.ts';
import { keepOrdinals, keepUnknownTags } from './literal-text.ts';
import { isTooComplex } from './markdown-cost.ts';
import { findRemovedParts } from './removed-parts.ts';
import type { MarkdownKind, PreviewKind } from './tasks/tasks.ts';

type Schema = NonNullable<Parameters<typeof rehypeSanitize>[0]>;
type Root = ReturnType<ReturnType<typeof rehypeSanitize>>;
type Element = Extract<Root['children'][number], { type: 'element' }>;

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const LISTS = ['ul', 'ol', 'li'];
const POST_TAGS = ['p', 'br', 'strong', 'em', ...LISTS, ...HEADINGS, 'blockquote', 'code', 'pre'];
const POLICY_TAGS = ['p', ...HEADINGS, ...LISTS, 'strong', 'em', 'br', 'a'];

// Complete, because missing keys fall back to the library's wider defaults.
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

// Other classes could be the site's own: `fixed inset-0` would cover the page.
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
  return (tree: Root): void => visit(tree, { tagName: 'a' }, secureLink);
}

function dissolveTables() {
  return (tree: Root): void =>
    visit(tree, { tagName: 'tr' }, (row: Element) => {
      row.tagName = 'p';
    });
}

// Footnotes need links and ids, which no schema allows: marks and texts stay in place.
const handlers: RemarkRehypeOptions['handlers'] = {
  footnoteReference: (_state, node: { label?: string; identifier: string }) => ({
    type: 'text',
    value: `[${node.label ?? node.identifier}]`,
  }),
  footnoteDefinition: (state, node) => state.all(node),
};

// A preview reports what the saved text will lose, so it is checked against the post's schema.
const SANITISERS: Record<PreviewKind, ReturnType<typeof rehypeSanitize>> = {
  preview: rehypeSanitize(SCHEMAS.post),
  policy: rehypeSanitize(SCHEMAS.policy),
};

function recordRemoved(kind: PreviewKind) {
  return (tree: Root, file: { data: Record<string, unknown> }): void => {
    file.data['removed'] = findRemovedParts(tree, SANITISERS[kind]);
  };
}

function createProcessor(kind: MarkdownKind) {
  return unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkBreaks)
    .use(keepOrdinals)
    .use(keepUnknownTags)
    .use(remarkRehype, { allowDangerousHtml: true, handlers })
    .use(rehypeRaw)
    .use(kind === 'post' ? [] : [[recordRemoved, kind]])
    .use(dissolveTables)
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

function process(markdown: string, kind: MarkdownKind) {
  const processor = processors[kind];
  if (isTooComplex(markdown, processor.data('micromarkExtensions') ?? [])) {
    throw new ServiceError('UNPROCESSABLE', DOCUMENT_MESSAGES.tooMuchWork);
  }
  return processor.processSync(markdown);
}

export function renderMarkdown(markdown: string, kind: MarkdownKind): string {
  return String(process(markdown, kind));
}

export function previewMarkdown(markdown: string, kind: PreviewKind): MarkdownPreview {
  const file = process(markdown, kind);
  return { html: String(file), removed: file.data['removed'] as MarkdownPreview['removed'] };
}
