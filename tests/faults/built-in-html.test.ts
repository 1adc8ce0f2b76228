import { expect, it, onTestFinished } from 'vitest';
import { SAMPLE_COMPANY } from '#tests/support/samples/sample-company.ts';
import { readSamplePosts } from '#server/db/sample-content/read-samples.ts';
import { createDocuments } from '#server/documents/documents.ts';
import { renderMarkdown } from '#server/documents/markdown.ts';
import type { MarkdownKind } from '#server/documents/tasks/tasks.ts';
import privacyPolicy from '#content/policies/privacy-policy.md?raw';
import termsOfService from '#content/policies/terms-of-service.md?raw';
import { fillFacts } from '#shared/policies/facts.ts';
import { withRetention } from '#shared/retention/paragraph.ts';
import { createTestLog } from '#tests/support/log.ts';

it.each<[string, MarkdownKind, string]>([
  ['the privacy policy', 'policy', withRetention(fillFacts(privacyPolicy, SAMPLE_COMPANY))],
  ['the terms of service', 'policy', fillFacts(termsOfService, SAMPLE_COMPANY)],
  ['a sample post', 'post', readSamplePosts()[0]?.content ?? ''],
])('starts no thread for %s, whose HTML the build has made', async (_name, kind, markdown) => {
  const worker = new URL('file:///no-such-worker.ts');
  const documents = createDocuments({ log: createTestLog(), worker });
  onTestFinished(() => documents.stop());
  const claim = { source: null, lane: 'page' } as const;
  expect(await documents.renderMarkdown(markdown, kind, claim)).toBe(
    renderMarkdown(markdown, kind),
  );
});
