import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ERROR_PAGES, LOAD_FAILURE_MESSAGES } from '#shared/load-failures/messages.ts';
import { postMessage, type SentResponse, send } from '#tests/faults/faults.ts';

/** How long a response may take, whatever the database does. */
const MAX_MS = { memory: 2_000, rendered: 10_000, form: 15_000 };
type Kind = keyof typeof MAX_MS;

/** A page as a whole, or what it would list. */
const NOT_NOW = [ERROR_PAGES.unavailable.heading, LOAD_FAILURE_MESSAGES.unavailable];
const IN_MEMORY = ['/', '/blog', '/portfolio', '/faq'];
const BETWEEN_MS = 100;

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
export async function startVisitors(port: number) {
  /** By kind and status, such as `rendered 503`. */
  const counts: Record<string, number> = {};
  const slowestMs = { memory: 0, rendered: 0, form: 0 };
  const problems: string[] = [];
  const stopping = new AbortController();

  const get = (path: string) => send(port, { method: 'GET', path });

  async function keepAsking(kind: Kind, ask: () => Promise<SentResponse>): Promise<void> {
    while (!stopping.signal.aborted) {
      const response = await ask();
      const name = `${kind} ${response.status}`;
      counts[name] = (counts[name] ?? 0) + 1;
      slowestMs[kind] = Math.max(slowestMs[kind], Math.round(response.ms));
      const problem = findProblem(kind, response);
      if (problem !== null) problems.push(`${kind}: ${problem}`);
      await pause(BETWEEN_MS);
    }
  }

  // What comes while something changes is not kept.
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(IN_MEMORY.map(get));
  }
  let asked = 0;
  const all = Promise.all([
    keepAsking('memory', () => get(IN_MEMORY[(asked += 1) % IN_MEMORY.length] ?? '/')),
    keepAsking('rendered', () => get(`/blog?category=${randomUUID()}`)),
    keepAsking('form', () => postMessage(port)),
  ]);
  all.catch(() => undefined);
  return {
    counts,
    problems,
    describe() {
      const { memory, rendered, form } = slowestMs;
      return `${counts['memory 200'] ?? 0} pages from memory, ${counts['rendered 503'] ?? 0} that could not be rendered; slowest ${memory}, ${rendered}, forms ${form} ms`;
    },
    async stop(): Promise<void> {
      stopping.abort();
      await all;
    },
  };
}
