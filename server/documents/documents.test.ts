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
  it('ends the thread of a text that takes too long, and goes on with the next', async () => {
    const { documents: own, warn } = start(1_500);
    const hostile = own.renderMarkdown('for ever', 'post', CLAIM);
    await expect(hostile).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
      message: DOCUMENT_MESSAGES.tooMuchWork,
    });
    expect(warn).toHaveBeenCalledTimes(1);
    expect(await own.renderMarkdown('a', 'post', CLAIM)).toBe('a done');
  });

  it('outlives a text that takes too much memory', { timeout: 60_000 }, async () => {
    const { documents: own } = start(50_000);
    const hostile = own.renderMarkdown('memory', 'post', CLAIM);
    await expect(hostile).rejects.toMatchObject({ code: 'UNPROCESSABLE' });
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
