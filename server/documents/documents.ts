import { Piscina } from 'piscina';
import type { Log } from '#server/lib/log.ts';
import { ServiceError } from '#server/core/errors.ts';
import { createFairQueue } from '#server/lib/fair-queue.ts';
import { LIMITS } from '#server/core/limits.ts';
import { DOCUMENT_MESSAGES } from '#shared/documents/messages.ts';
import { findBuiltInHtml } from './built-in.ts';
import { isKilled, runInProcess } from './in-process.ts';
import type { MarkdownPreview } from '#shared/documents/preview.ts';
import type {
  DocumentResult,
  DocumentTask,
  IconTask,
  IncomingMail,
  MarkdownKind,
  PreviewKind,
} from './tasks/tasks.ts';

export type Claim = { source: string | null; lane: 'save' | 'page' };

export type Documents = {
  renderMarkdown(markdown: string, kind: MarkdownKind, claim: Claim): Promise<string>;
  previewMarkdown(
    markdown: string,
    kind: PreviewKind,
    source: string | null,
  ): Promise<MarkdownPreview>;
  rebuildSvg(bytes: Uint8Array, source: string | null): Promise<string>;
  readMail(source: Uint8Array): Promise<IncomingMail>;
  drawIcon(icon: IconTask): Promise<Uint8Array>;
  readLogoColor(bytes: Uint8Array, source: string | null): Promise<string>;
  stop(): Promise<void>;
};

const THREADS = 2;
const IDLE_MS = 3_000;
const HEAP_MB = 192;

// Lanes ranked after `page` share one thread, so that one is free for visitors.
const LANES = {
  save: { rank: 0, maxRunning: THREADS, maxPending: 48 },
  page: { rank: 1, maxRunning: THREADS, maxPending: 32 },
  preview: { rank: 2, maxRunning: 1, maxPending: 8 },
  mail: { rank: 3, maxRunning: 1, maxPending: 4 },
  icon: { rank: 4, maxRunning: 1, maxPending: 16 },
} as const;

function tooMuchWork(): ServiceError {
  return new ServiceError('UNPROCESSABLE', DOCUMENT_MESSAGES.tooMuchWork);
}

type Options = {
  log: Log;
  timeoutMs?: number;
  worker?: URL;
};

export function createDocuments({
  log,
  timeoutMs = LIMITS.documentTimeout,
  worker = new URL('./worker.ts', import.meta.url),
}: Options): Documents {
  let pool: Piscina<DocumentTask, DocumentResult> | null = null;
  const stopping = new AbortController();
  const queue = createFairQueue<keyof typeof LANES>({
    lanes: LANES,
    perSource: { maxRunning: 1, maxPending: 12 },
    messages: DOCUMENT_MESSAGES,
  });
  function getPool(): Piscina<DocumentTask, DocumentResult> {
    if (pool) return pool;
    pool = new Piscina<DocumentTask, DocumentResult>({
      filename: worker.href,
      name: 'renderDocument',
      minThreads: 0,
      maxThreads: THREADS,
      maxQueue: THREADS,
      idleTimeout: IDLE_MS,
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
    });
    // Without a listener, a thread that ends while idle would end the process.
    pool.on('error', (error) => log.warn({ error }, 'a thread for documents ended'));
    return pool;
  }

  async function run(task: DocumentTask): Promise<unknown> {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping.signal]);
    try {
      const result =
        task.type === 'mail'
          ? await runInProcess(task, { heapMb: HEAP_MB, signal })
          : await getPool().run(task, { signal });
      if (!('rejected' in result)) return result.value;
      const { code, message, fields } = result.rejected;
      throw new ServiceError(code, message, fields);
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      if (stopping.signal.aborted) throw new ServiceError('UNAVAILABLE', DOCUMENT_MESSAGES.busy);
      log.warn({ error, document: task.type }, 'a document could not be processed');
      if (isKilled(error)) throw error;
      throw tooMuchWork();
    }
  }

  return {
    renderMarkdown: async (markdown, kind, { lane, source }) =>
      (await findBuiltInHtml(markdown, kind)) ??
      ((await queue.run(lane, source, () => run({ type: 'markdown', markdown, kind }))) as string),
    previewMarkdown: (markdown, kind, source) =>
      queue.run('preview', source, () =>
        run({ type: 'markdown-preview', markdown, kind }),
      ) as Promise<MarkdownPreview>,
    rebuildSvg: (bytes, source) =>
      queue.run('save', source, () => run({ type: 'svg', bytes })) as Promise<string>,
    readMail: (source) =>
      queue.run('mail', null, () => run({ type: 'mail', source })) as Promise<IncomingMail>,
    drawIcon: (icon) =>
      queue.run('icon', null, () => run({ type: 'icon', ...icon })) as Promise<Uint8Array>,
    readLogoColor: (bytes, source) =>
      queue.run('preview', source, () => run({ type: 'logo-color', bytes })) as Promise<string>,
    async stop() {
      stopping.abort();
      await pool?.destroy();
    },
  };
}
