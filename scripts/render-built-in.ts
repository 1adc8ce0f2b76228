// The last step of a build: the HTML of the product's own texts.
import { writeFileSync } from 'node:fs';
import { BUILT_IN_HTML_FILE, builtInKey } from '#server/documents/built-in.ts';
import { renderMarkdown } from '#server/documents/markdown.ts';
import type { MarkdownKind } from '#server/documents/tasks.ts';
import { readSamplePosts } from '#server/db/sample-content/read-samples.ts';
import { DEFAULT_PRIVACY_POLICY, DEFAULT_TERMS_OF_SERVICE } from '#shared/policies/values.ts';
import { withRetention } from '#shared/retention/paragraph.ts';

const render = (markdown: string, kind: MarkdownKind) =>
  [builtInKey(markdown, kind), renderMarkdown(markdown, kind)] as const;

const html = Object.fromEntries([
  render(withRetention(DEFAULT_PRIVACY_POLICY), 'policy'),
  render(DEFAULT_TERMS_OF_SERVICE, 'policy'),
  ...readSamplePosts().map(({ content }) => render(content, 'post')),
]);
writeFileSync(BUILT_IN_HTML_FILE, JSON.stringify(html));
