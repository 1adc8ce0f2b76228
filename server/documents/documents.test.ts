import { afterEach, describe, expect, it, vi } from 'vitest';
import { DOCUMENT_MESSAGES } from '#shared/documents/messages.ts';
import { createTestLog } from '#tests/support/log.ts';
import { createDocuments, type Documents } from './documents.ts';

const WORKER = new URL('../../tests/support/document-worker.ts', import.meta.url);

const CLAIM = { source: null, lane: 'save' } as const;
let documents: Documents | null = null;

function start(timeoutMs: number) {
  const warn = vi.fn();
  documents = createDocuments({ log: createTestLog({ warn }), timeoutMs, worker: WORKER });
  return { documents, warn };
}

afterEach(async () => documents?.stop());

describe('createDocuments', () => {
  it.each([
    ['time', 'for ever', 1_500],
    ['memory', 'memory', 50_000],
  ])('ends a text that takes too much %s, and goes on', { timeout: 60_000 }, async (...row) => {
    const [, text, timeoutMs] = row;
    const { documents: own, warn } = start(timeoutMs);
    const hostile = own.renderMarkdown(text, 'post', CLAIM);
    const message = DOCUMENT_MESSAGES.tooMuchWork;
    await expect(hostile).rejects.toMatchObject({ code: 'UNPROCESSABLE', message });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(await own.renderMarkdown('a', 'post', CLAIM)).toBe('a done');
  });

  it('ends what runs when the process stops', async () => {
    const { documents: own } = start(60_000);
    const running = own.renderMarkdown('for ever', 'post', CLAIM);
    const outcome = expect(running).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await own.stop();
    await outcome;
  });

  it('renders with the workers of the program', async () => {
    documents = createDocuments({ log: createTestLog() });
    expect(await documents.renderMarkdown('*a*', 'post', CLAIM)).toBe('<p><em>a</em></p>');
    const broken = documents.rebuildSvg(Buffer.from('<svg >'), 'someone');
    await expect(broken).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
      fields: { file: expect.any(String) },
    });
  });
});
