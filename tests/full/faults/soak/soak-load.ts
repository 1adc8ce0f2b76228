import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export type SoakLoad = ReturnType<typeof startSoakLoad>;

type Options = { url: string; token: string };

/** Fewer than the tables of sources hold, so that these are full after the warm-up. */
const ADDRESSES = 2_000;
const MAX_FAILURES = 20;

const PAGES = [
  '/',
  '/order',
  '/contact',
  '/portfolio',
  '/blog',
  '/pricing',
  '/faq',
  '/privacy-policy',
  '/sitemap.xml',
  '/api/site-settings',
  '/api/blog-posts',
  '/api/projects',
  '/api/faqs',
];

const ADMIN_READS = [
  'orders',
  'messages',
  'queue',
  'mails',
  'dashboard',
  'contact-audit',
  'faqs',
  'traffic/requests',
];

/** Visitors with many addresses, administrators who read and change, and open event streams of both, until it is stopped. */
export function startSoakLoad({ url, token }: Options) {
  const counts = { pages: 0, adminReads: 0, streams: 0, events: 0, changes: 0 };
  const failures: string[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const session = { 'x-admin-session': token };
  const visitor = () => {
    const number = randomInt(ADDRESSES);
    return { 'x-forwarded-for': `203.0.${number >> 8}.${number & 255}` };
  };

  function fail(what: string): void {
    if (!signal.aborted && failures.length < MAX_FAILURES) failures.push(what);
  }

  async function ask(path: string, expected: number, init: RequestInit = {}): Promise<void> {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    if (response.status !== expected) fail(`${path}: ${response.status} ${text.slice(0, 200)}`);
  }

  async function repeat(pauseMs: number, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => fail(String(error)));
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const any = (paths: readonly string[]) => paths[randomInt(paths.length)] ?? '';

  async function visit(): Promise<void> {
    counts.pages += 1;
    if (randomInt(20) === 0) {
      await ask(`/blog/nothing-${randomInt(1_000_000)}`, 404, { headers: visitor() });
    } else await ask(any(PAGES), 200, { headers: visitor() });
  }

  async function read(): Promise<void> {
    counts.adminReads += 1;
    await ask(`/api/admin/${any(ADMIN_READS)}`, 200, { headers: session });
  }

  async function change(): Promise<void> {
    counts.changes += 1;
    const headers = { ...session, 'content-type': 'application/json' };
    const question = `How long does it take, asked at ${new Date().toISOString()}?`;
    const body = { question, answer: 'Weeks.', category: 'General', is_published: true };
    const created = await fetch(`${url}/api/admin/faqs`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const { id = '' } = (await created.json()) as { id?: string };
    if (created.status !== 201) return fail(`a question was not saved: ${created.status}`);
    await ask(`/api/admin/faqs/${id}`, 200, { method: 'DELETE', headers });
  }

  async function follow(path: string, headers: Record<string, string>): Promise<void> {
    counts.streams += 1;
    const over = AbortSignal.any([signal, AbortSignal.timeout(randomInt(5_000, 60_000))]);
    try {
      const response = await fetch(`${url}${path}`, { headers, signal: over });
      if (response.status !== 200) fail(`${path}: ${response.status}`);
      for await (const _ of response.body ?? []) counts.events += 1;
      if (!over.aborted) fail(`${path} was closed`);
    } catch (error) {
      if (!over.aborted) throw error;
    }
  }

  const times = (count: number, pauseMs: number, work: () => Promise<void>) =>
    Array.from({ length: count }, () => repeat(pauseMs, work));
  const all = [
    ...times(6, 100, visit),
    ...times(3, 500, read),
    ...times(1, 3_000, change),
    ...times(40, 100, () => follow('/api/site-settings/stream', visitor())),
    ...times(6, 100, () => follow('/api/admin/events', session)),
  ];
  return {
    counts,
    failures,
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(all);
    },
  };
}
