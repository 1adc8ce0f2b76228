import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDataDir } from '../../tests/support/data-dir.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { SITE_PASSWORD } from '../../tests/support/site-process.ts';
import { runClient } from '../lib/client.ts';
import { BROWSER_HEADERS } from '../lib/connection.ts';
import { CONNECTIONS, takeVisitors } from '../lib/load.ts';
import { readMemory } from '../lib/machine.ts';
import {
  type Bench,
  type Measurement,
  median,
  type Result,
  waitUntil,
} from '../lib/measurement.ts';
import { plainEnvironment, ROOT } from '../lib/site.ts';

const MB = 1_000_000;
const MIX_REQUESTS = 100_000;
const MIX_SECONDS = 120;
const STREAMS_PER_SITE = 500;
const STREAMS_PER_ADDRESS = 5;
const START_POLL_MS = 5;
const PATIENCE_MS = 20_000;

async function readText(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  return response.text();
}

/** Lists what visitors request: home most, each page and its data, files, lists of the API, some missing pages. */
async function listPaths(port: number): Promise<string[]> {
  const sitemap = await readText(port, '/sitemap.xml');
  const pages = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]+(\/[^<]+)<\/loc>/g)].map(
    ([, path = '']) => path,
  );
  const home = await readText(port, '/');
  const files = new Set([...home.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path));
  const lists = ['blog-posts', 'projects', 'faqs', 'testimonials', 'site-settings'];
  const others = [
    ...pages.flatMap((path) => [path, `${path}.data`]),
    ...files,
    ...lists.map((name) => `/api/${name}`),
    '/?utm_source=newsletter',
    '/blog?category=none',
    '/no-such-page',
    '/wrong/address',
  ];
  return others.flatMap((path, index) => (index % 2 === 0 ? ['/', path] : path));
}

async function measureMemory(bench: Bench): Promise<Result[]> {
  const count = bench.settings.isQuick ? MIX_REQUESTS / 20 : MIX_REQUESTS;
  const site = await bench.site();
  const before = readMemory(site.pid);
  const paths = await listPaths(site.port);
  const { done, perSecond, statuses } = await runClient(bench.tools, {
    kind: 'call',
    port: site.port,
    firstVisitor: takeVisitors(count / 8),
    paths,
    headers: BROWSER_HEADERS,
    connections: CONNECTIONS,
    seconds: bench.settings.isQuick ? 10 : MIX_SECONDS,
    count,
  });
  site.emptyLog();
  const unexpected = Object.keys(statuses).filter((status) => !['200', '404'].includes(status));
  if (unexpected.length > 0) throw new Error(`responses were ${JSON.stringify(statuses)}`);
  const { now, max } = readMemory(site.pid);
  const isShort = done < MIX_REQUESTS;
  return [
    {
      measurement: now / MB,
      note: `${isShort ? 'FEWER THAN 100,000: ' : ''}${done.toLocaleString('en')} requests of ${paths.length} kinds at ${Math.round(perSecond).toLocaleString('en')}/s; ${Math.round(before.now / MB)} MB before, ${Math.round(max / MB)} MB at its highest`,
    },
  ];
}

/** Yields the time of each event of a stream. */
async function* readEvents(port: number, address: string, signal: AbortSignal) {
  const url = `http://127.0.0.1:${port}/api/site-settings/stream`;
  const { body } = await fetch(url, { headers: { 'x-forwarded-for': address }, signal });
  for await (const chunk of body ?? []) {
    if (Buffer.from(chunk).includes('event: settings')) yield performance.now();
  }
}

async function measureStreams(bench: Bench): Promise<Result[]> {
  const sites = [await bench.site(), await bench.secondSite()];
  const { db } = await bench.database();
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(PATIENCE_MS)]);
  const streams = sites.flatMap(({ port }, index) =>
    Array.from({ length: STREAMS_PER_SITE }, (_, number) =>
      readEvents(port, `100.64.${index}.${Math.floor(number / STREAMS_PER_ADDRESS)}`, signal),
    ),
  );
  const readNext = () => Promise.all(streams.map((stream) => stream.next()));
  try {
    await readNext();
    await pause(200);
    const text = `Everybody is told at ${new Date().toISOString()}`;
    await db.updateTable('siteSettings').set({ copyrightText: text }).execute();
    const committed = performance.now();
    const times = (await readNext()).map(({ value }) => value ?? Number.NaN);
    const memory = sites.map(({ pid }) => `${Math.round(readMemory(pid).now / MB)} MB`);
    const note = `two processes, which then take ${memory.join(' and ')}`;
    return [{ measurement: streams.length, note }, { measurement: Math.max(...times) - committed }];
  } finally {
    ending.abort();
  }
}

async function timeStart(bench: Bench, port: number, env: Record<string, string>): Promise<number> {
  const started = performance.now();
  const args = [join(ROOT, 'scripts/bootstrap.mjs'), 'start'];
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore' });
  const exited = once(child, 'exit');
  bench.onEnd(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  try {
    const isReady = () => readText(port, '/').then(Boolean, () => false);
    const options = { ms: PATIENCE_MS, everyMs: START_POLL_MS };
    await waitUntil('home did not respond with 200', isReady, options);
    return performance.now() - started;
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

async function measureStart(bench: Bench): Promise<Result[]> {
  const dataDir = await makeDataDir();
  bench.onEnd(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const environment = plainEnvironment({
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: SITE_PASSWORD,
  });
  const times: number[] = [];
  for (let start = 0; start <= (bench.settings.isQuick ? 2 : 5); start += 1) {
    times.push(await timeStart(bench, port, environment));
  }
  const [first = 0, ...others] = times;
  const note = `median of ${others.length} of npm start on an existing data folder, with its own database; the first start took ${Math.round(first)} ms`;
  return [{ measurement: median(others), note }];
}

/** The first of all rows, while the process is new. */
export const MEMORY_ROW: Measurement = {
  name: 'memory',
  plans: [{ label: 'memory after 100,000 requests', unit: 'MB', must: 220, aim: 180 }],
  run: measureMemory,
};

export const PROCESS_ROWS: Measurement[] = [
  {
    name: 'streams',
    plans: [
      { label: 'open event streams, all with their first event', unit: '' },
      { label: 'a change of settings on all of them', unit: 'ms' },
    ],
    run: measureStreams,
  },
  {
    name: 'start',
    plans: [{ label: 'second start to first page', unit: 'ms', must: 3_000, aim: 1_500 }],
    run: measureStart,
  },
];
