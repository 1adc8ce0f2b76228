import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { precompress } from '#server/http/base/cached-response.ts';
import { createCachedResponses } from '#server/http/cache/serve-cached.ts';
import { createHostCheck } from '#server/http/guard/known-host.ts';
import { cachedTarget } from '#server/http/base/page-url.ts';
import { LIMITS } from '#server/core/limits.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import { sendRaw } from '#tests/faults/faults.ts';
import { buildAdmin, signInForTest } from '#tests/support/admin.ts';
import { createWatch, evaluate, report } from '#tests/support/hostile/cost.ts';
import { HOSTILE_VALUES, HOSTILE_STRINGS } from '#tests/support/hostile/hostile-strings.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { serveApp } from './served-app.ts';

const SERVER = join(import.meta.dirname, '../../../server/');
const CACHED = '/cached';
/** Of the first line and the other headers of a head. */
const REST_BYTES = 1_000;
const MAX_BYTES = LIMITS.headerBlock - REST_BYTES;
/** The fast path leaves what is larger to Node. */
const MAX_FAST_BYTES = 8 * 1024 - REST_BYTES;
/** Something that takes twice as long for each character is noticed here, and done. */
const SHORT_CHARACTERS = 24;
const STRINGS = Object.entries({ ...HOSTILE_STRINGS, ...HOSTILE_VALUES }).filter(
  ([text]) => !text.startsWith('markdown'),
);

type Asked = { method: string; path: string };

const watch = createWatch();
let site: TestApp;
let served: Awaited<ReturnType<typeof serveApp>>;
let admin: Awaited<ReturnType<typeof buildAdmin>>;
let token: string;
let readByNode = 0;
let asked: Asked;
const costs: { name: string; label: string; size: number; heldMs: number }[] = [];
/** Every place of the server that reads a header, and the first request that led there: found by listening, so that none is forgotten. */
const reads = new Map<string, { header: string; asked: Asked }>();

function recordRead(name: unknown): void {
  const lines = new Error().stack?.split('\n').filter((line) => line.includes(SERVER));
  const [reader, caller] = lines?.map((line) => line.trim().replaceAll(SERVER, '')) ?? [];
  if (typeof name !== 'string' || !reader) return;
  const header = name.toLowerCase();
  // Some are read by one function for several others.
  const place = `${header} ${reader} ${caller?.includes('http/') ? caller : ''}`;
  if (!reads.has(place)) reads.set(place, { header, asked });
}

function listenToNode(request: IncomingMessage): void {
  readByNode += 1;
  request.headers = new Proxy(request.headers, {
    get(headers, name) {
      recordRead(name);
      return Reflect.get(headers, name);
    },
  });
}

function listenToRequest({ headers }: Request): void {
  for (const read of ['get', 'has'] as const) {
    const original = headers[read].bind(headers);
    Object.assign(headers, {
      [read]: (name: string) => {
        recordRead(name);
        return original(name);
      },
    });
  }
}

beforeAll(async () => {
  const publicUrl = 'https://vitrin.example';
  site = await createTestApp({
    environment: {
      PUBLIC_URL: publicUrl,
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_TOKEN: 'a token of the monitoring',
    },
  });
  admin = await buildAdmin(site.db);
  const direct = createSourceReader([]);
  const sources = {
    ...site.sources,
    // As an unknown proxy on this machine is read, too.
    read: (...forwarding: Parameters<typeof direct.read>) => {
      direct.read(...forwarding);
      return site.sources.read(...forwarding);
    },
  };
  const headers = [['content-type', 'text/plain']] as const;
  const page = precompress({ status: 200, headers, body: Buffer.from('page'), hasRanges: true });
  const cached = createCachedResponses({
    files: new Map(),
    pages: { find: (target, path) => (cachedTarget(target) && path === CACHED ? page : undefined) },
    isKnownHost: createHostCheck({ publicUrl, isPublicUrlGiven: true }),
    sources,
    traffic: { finished: () => undefined },
  });
  served = await serveApp(site, {
    fetch: (request, env) => {
      listenToRequest(request);
      return site.app.fetch(request, env);
    },
    sources,
    cached,
  });
  served.server.prependListener('request', listenToNode);
});

afterAll(async () => {
  if (process.env.COST_TABLE) {
    console.table(costs.toSorted((one, other) => other.heldMs - one.heldMs).slice(0, 8));
  }
  await served.close();
});

function bytesOf(text: string, size: number): string {
  return Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[\0\r\n]/g, ' ')
    .slice(0, size);
}

async function ask(request: Asked, lines = ''): Promise<number> {
  asked = request;
  const body = request.method === 'GET' || request.method === 'HEAD' ? '' : '{}';
  const given = lines.toLowerCase();
  const ordinary = {
    host: 'localhost',
    'x-admin-session': token,
    'idempotency-key': crypto.randomUUID(),
    ...(body ? { 'content-type': 'application/json', 'content-length': '2' } : {}),
  };
  const others = Object.entries(ordinary)
    .filter(([name]) => !given.startsWith(`${name}:`))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${request.method} ${request.path} HTTP/1.1\r\n${others.join('')}${lines}\r\n`;
  // A stream of events has no end: what comes behind the head is not waited for.
  const { status } = await sendRaw(served.port, [Buffer.from(head + body, 'latin1')], {
    isHead: true,
  });
  return status;
}

/** Sends every text as one header and evaluates it; what gets no response at all is a finding as well. */
async function tryAll(
  findings: string[],
  name: string,
  max: number,
  sendText: (text: string) => Promise<number>,
): Promise<void> {
  for (const [label, make] of STRINGS) {
    watch(`${name}: ${label}`);
    let status = 0;
    for (const size of [SHORT_CHARACTERS, max]) {
      const { problem, heldMs } = await evaluate(async (bytes) => {
        status = await sendText(bytesOf(make(bytes), bytes));
      }, size);
      costs.push({ name, label, size, heldMs });
      if (problem) report(findings, `${name}: ${label}, ${problem}`);
      if (problem) break;
    }
    if (status === 0 || status === 431) report(findings, `${name}: ${label}, status ${status}`);
  }
}

function listNames(): string[] {
  return [...new Set([...reads.values()].map(({ header }) => header))];
}

it('reads every header in a time that grows as its length does, wherever it is read', async () => {
  const findings: string[] = [];
  const routes = site.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({
      method,
      path: path.replaceAll(/:\w+/g, crypto.randomUUID()).replace('*', 'uploads/a.png'),
    }));
  const pages = [CACHED, '/missing'].flatMap((path) =>
    ['GET', 'HEAD', 'POST'].map((method) => ({ method, path })),
  );
  for (const request of [...routes, ...pages, { method: 'POST', path: '/contact' }]) {
    ({ token } = await signInForTest(site.db, admin));
    await ask(request);
  }
  // What is read only beside another header is found, and tried, on the way.
  for (const [place, read] of reads) {
    ({ token } = await signInForTest(site.db, admin));
    await tryAll(findings, `${read.asked.method} ${read.asked.path}, ${place}`, MAX_BYTES, (text) =>
      ask(read.asked, `${read.header}: ${text}\r\n`),
    );
  }
  expect(findings).toEqual([]);
  expect(listNames()).toEqual(
    expect.arrayContaining([
      'accept-encoding',
      'authorization',
      'content-type',
      'host',
      'idempotency-key',
      'if-none-match',
      'if-range',
      'origin',
      'range',
      'sec-fetch-dest',
      'user-agent',
      'x-admin-session',
      'x-forwarded-for',
    ]),
  );
}, 300_000);

it('reads them as cheaply on the fast path', async () => {
  const findings: string[] = [];
  let fast = 0;
  for (const name of listNames()) {
    await tryAll(findings, name, MAX_FAST_BYTES, async (text) => {
      const before = readByNode;
      const status = await ask({ method: 'GET', path: CACHED }, `${name}: ${text}\r\n`);
      if (status === 200 && readByNode === before) fast += 1;
      return status;
    });
  }
  expect(findings).toEqual([]);
  expect(fast).toBeGreaterThan(5 * STRINGS.length);
}, 60_000);

it('reads a head of nothing but short lines', async () => {
  const findings: string[] = [];
  for (const name of [...listNames(), 'a']) {
    for (const method of ['GET', 'HEAD']) {
      for (const path of [CACHED, '/api/faqs']) {
        const line = `${name}: a\r\n`;
        const { problem } = await evaluate(
          (size) => ask({ method, path }, line.repeat(size / line.length)),
          path === CACHED && method === 'GET' ? MAX_FAST_BYTES : MAX_BYTES,
        );
        if (problem) report(findings, `${method} ${path}, ${name}: ${problem}`);
      }
    }
  }
  expect(findings).toEqual([]);
});

it.each(['/', `${CACHED}?category=`, '/blog?', '/media/', '/api/faqs?search=', '/admin/'])(
  'reads every kind of text behind %s',
  async (path) => {
    const findings: string[] = [];
    const max = path.startsWith(CACHED) ? MAX_FAST_BYTES : MAX_BYTES;
    await tryAll(findings, `${path}, as it is`, max, (text) =>
      ask({ method: 'GET', path: path + text.replaceAll(/[ \t]/g, '+') }),
    );
    await tryAll(findings, `${path}, encoded`, max, (text) =>
      ask({ method: 'GET', path: (path + encodeURIComponent(text)).slice(0, max) }),
    );
    expect(findings).toEqual([]);
  },
);
