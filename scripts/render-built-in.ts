// The last step of a build: the HTML of the product's own texts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_HTML_FILE, builtInKey } from '#server/documents/built-in.ts';
import { renderMarkdown } from '#server/documents/markdown.ts';
import type { MarkdownKind } from '#server/documents/tasks/tasks.ts';
import { readSampleCompany, readSamplePosts } from '#server/db/sample-content/read-samples.ts';
import { fillFacts } from '#shared/policies/facts.ts';
import { withRetention } from '#shared/retention/paragraph.ts';

const readPolicy = (name: string) =>
  fillFacts(
    readFileSync(join(import.meta.dirname, `../content/policies/${name}.md`), 'utf8'),
    readSampleCompany(),
  );

const render = (markdown: string, kind: MarkdownKind) =>
  [builtInKey(markdown, kind), renderMarkdown(markdown, kind)] as const;

const html = Object.fromEntries([
  render(withRetention(readPolicy('privacy-policy')), 'policy'),
  render(readPolicy('terms-of-service'), 'policy'),
  ...readSamplePosts().map(({ content }) => render(content, 'post')),
]);
writeFileSync(BUILT_IN_HTML_FILE, JSON.stringify(html));
