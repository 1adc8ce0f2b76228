import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ERROR_PAGES, LOAD_FAILURE_MESSAGES } from '#shared/load-failures/messages.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { type SentResponse, send, type Sent } from '#tests/faults/faults.ts';

/** How long a response may take, whatever the database does. */
const MAX_MS = { memory: 2_000, rendered: 10_000, form: 15_000 };
type Kind = keyof typeof MAX_MS;

/** A page as a whole, or what it would list. */
const NOT_NOW = [ERROR_PAGES.unavailable.heading, LOAD_FAILURE_MESSAGES.unavailable];
const IN_MEMORY = ['/', '/blog', '/portfolio', '/faq'];
const BETWEEN_MS = 100;

export type Visitors = {
  /** Responses by kind and status, such as `rendered 503`. */
  counts: Readonly<Record<string, number>>;
  slowestMs: Readonly<Record<Kind, number>>;
  /** What no visitor may ever get, in words. */
  problems: readonly string[];
  stop(): Promise<void>;
};

function findProblem(kind: Kind, { status, ms, body, headers }: SentResponse): string | null {
  const shown = `${status} after ${Math.round(ms)} ms: ${body.slice(0, 200)}`;
  if (ms > MAX_MS[kind]) return `too slow, ${shown}`;
  if (status === (kind === 'form' ? 201 : 200)) return null;
  // What is in memory needs no database.
  if (status !== 503 || kind === 'memory') return shown;
  if (headers.get('retry-after') !== '10') return `no time to come back, ${shown}`;
  const isRight =
    kind === 'form'
      ? (JSON.parse(body) as { error?: { code?: string } }).error?.code === 'UNAVAILABLE'
      : NOT_NOW.some((text) => body.includes(text)) && body.includes('</html>');
  return isRight ? null : `with another text, ${shown}`;
}

/** Visitors who read pages that are in memory, pages that have to be rendered, and who send a message; each response is judged. */
export async function startVisitors(port: number): Promise<Visitors> {
  const counts: Record<string, number> = {};
  const slowestMs = { memory: 0, rendered: 0, form: 0 };
  const problems: string[] = [];
  const stopping = new AbortController();

  async function keepAsking(kind: Kind, next: () => Sent): Promise<void> {
    while (!stopping.signal.aborted) {
      const sent = next();
      const response = await send(port, sent);
      const name = `${kind} ${response.status}`;
      counts[name] = (counts[name] ?? 0) + 1;
      slowestMs[kind] = Math.max(slowestMs[kind], Math.round(response.ms));
      const problem = findProblem(kind, response);
      if (problem !== null) problems.push(`${sent.path}: ${problem}`);
      await pause(BETWEEN_MS);
    }
  }

  // What comes while something changes is not kept.
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(IN_MEMORY.map((path) => send(port, { method: 'GET', path })));
  }
  let asked = 0;
  const all = Promise.all([
    keepAsking('memory', () => {
      asked += 1;
      return { method: 'GET', path: IN_MEMORY[asked % IN_MEMORY.length] ?? '/' };
    }),
    keepAsking('rendered', () => ({ method: 'GET', path: `/blog?category=${randomUUID()}` })),
    keepAsking('form', () => {
      const key = randomUUID();
      const input = { email: `${key}@visitor.example`, message: `Can you call us? ${key}` };
      return {
        path: '/api/contact-messages',
        headers: [
          ['content-type', 'application/json'],
          ['idempotency-key', key],
        ],
        body: JSON.stringify(buildMessageInput(input)),
      };
    }),
  ]);
  // Whoever stops them is told.
  all.catch(() => undefined);
  return {
    counts,
    slowestMs,
    problems,
    async stop() {
      stopping.abort();
      await all;
    },
  };
}
