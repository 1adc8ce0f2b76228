import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDataDir } from '../../tests/support/data-dir.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { runClient } from '../lib/client-tasks.ts';
import { openConnection, requestText } from '../lib/connection.ts';
import { CONNECTIONS, takeVisitors } from '../lib/load.ts';
import { memoryOf } from '../lib/machine.ts';
import type { Bench, Measurement, Result } from '../lib/measurement.ts';
import { weighPage } from '../../scripts/page-weight.ts';
import { type BenchSite, plainEnvironment, root } from '../lib/site.ts';
import { median } from '../lib/statistics.ts';

const MB = 1_000_000;
const MIX_REQUESTS = 100_000;
const MIX_SECONDS = 120;
const STREAMS_PER_SITE = 500;
const STREAMS_PER_ADDRESS = 5;
const START_POLL_MS = 5;
const PATIENCE_MS = 20_000;

async function readText(port: number, path: string): Promise<string> {
  const connection = openConnection(port);
  const response = await connection.ask(requestText(path));
  connection.close();
  if (response?.status !== 200) throw new Error(`${path} responded with ${response?.status}`);
  return response.body.toString();
}

/** What visitors ask for: home most, each page and its data, files, lists of the API, some addresses that do not exist. */
async function mixOf(port: number): Promise<string[]> {
  const sitemap = await readText(port, '/sitemap.xml');
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].flatMap(([, url = '']) =>
    URL.canParse(url) ? new URL(url).pathname : [],
  );
  const home = await readText(port, '/');
  const files = new Set([...home.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path));
  const lists = ['blog-posts', 'projects', 'faqs', 'testimonials', 'site-settings'];
  const others = [
    ...pages.filter((path) => path !== '/').flatMap((path) => [path, `${path}.data`]),
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
  const before = memoryOf(site.pid);
  const paths = await mixOf(site.port);
  const { done, perSecond, statuses } = await runClient(bench.tools, {
    kind: 'pages',
    port: site.port,
    firstVisitor: takeVisitors(count / 8),
    paths,
    connections: CONNECTIONS,
    seconds: bench.settings.isQuick ? 10 : MIX_SECONDS,
    count,
  });
  site.emptyLog();
  const unexpected = Object.keys(statuses).filter((status) => !['200', '404'].includes(status));
  if (unexpected.length > 0) throw new Error(`answers were ${JSON.stringify(statuses)}`);
  const { now, max } = memoryOf(site.pid);
  const isShort = done < MIX_REQUESTS;
  return [
    {
      measurement: now / MB,
      note: `${isShort ? 'FEWER THAN 100,000: ' : ''}${done.toLocaleString('en')} requests of ${paths.length} kinds at ${Math.round(perSecond).toLocaleString('en')}/s; ${Math.round(before.now / MB)} MB before, ${Math.round(max / MB)} MB at its highest`,
    },
  ];
}

type Stream = { socket: Socket; events: number };

function openStream({ port }: BenchSite, address: string, onEvent: () => void): Stream {
  const socket = connect(port, '127.0.0.1');
  const stream: Stream = { socket, events: 0 };
  let rest = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('latin1')).split('event: settings');
    rest = parts.at(-1)?.slice(-20) ?? '';
    for (let part = 1; part < parts.length; part += 1) {
      stream.events += 1;
      onEvent();
    }
  });
  socket.write(requestText('/api/site-settings/stream', { 'x-forwarded-for': address }));
  return stream;
}

async function measureStreams(bench: Bench): Promise<Result[]> {
  const sites = [await bench.site(), await bench.secondSite()];
  const { db } = await bench.database();
  let last = 0;
  const streams: Stream[] = [];
  const haveAll = (events: number) => streams.every((stream) => stream.events >= events);
  const waitFor = async (events: number) => {
    const end = performance.now() + PATIENCE_MS;
    while (!haveAll(events) && performance.now() < end) await pause(1);
    return streams.filter((stream) => stream.events >= events).length;
  };
  try {
    for (const [index, site] of sites.entries()) {
      for (let number = 0; number < STREAMS_PER_SITE; number += 1) {
        const address = `100.64.${index}.${Math.floor(number / STREAMS_PER_ADDRESS)}`;
        streams.push(openStream(site, address, () => (last = performance.now())));
      }
    }
    const opened = await waitFor(1);
    if (opened < streams.length) {
      throw new Error(`${opened} of ${streams.length} streams have got their first event`);
    }
    await pause(200);
    const text = `Everybody is told at ${new Date().toISOString()}`;
    await db.updateTable('siteSettings').set({ copyrightText: text }).execute();
    const committed = performance.now();
    const reported = await waitFor(2);
    if (reported < streams.length) throw new Error(`${reported} of ${streams.length} were told`);
    const memory = sites.map(({ pid }) => `${Math.round(memoryOf(pid).now / MB)} MB`);
    return [
      { measurement: opened, note: `two processes, which then take ${memory.join(' and ')}` },
      { measurement: last - committed },
    ];
  } finally {
    for (const { socket } of streams) socket.destroy();
  }
}

async function timeStart(
  bench: Bench,
  port: number,
  environment: Record<string, string>,
): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'start'], {
    cwd: root,
    env: environment,
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  bench.onEnd(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const connection = openConnection(port);
  try {
    for (;;) {
      const response = await connection.ask(requestText('/'));
      const elapsed = performance.now() - started;
      if (response?.status === 200) return elapsed;
      if (elapsed > PATIENCE_MS)
        throw new Error(`home responded with ${response?.status ?? 'nothing'}`);
      await pause(START_POLL_MS);
    }
  } finally {
    connection.close();
    child.kill('SIGTERM');
    await exited;
  }
}

async function measureStart(bench: Bench): Promise<Result[]> {
  const dataDir = await makeDataDir();
  const port = await freePort();
  const environment = plainEnvironment({
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'nine lanterns at dawn',
  });
  try {
    const first = await timeStart(bench, port, environment);
    const times: number[] = [];
    for (let start = 0; start < (bench.settings.isQuick ? 2 : 5); start += 1) {
      times.push(await timeStart(bench, port, environment));
    }
    const note = `median of ${times.length} of npm start on a data folder that is there, with its own database; the first start took ${Math.round(first)} ms`;
    return [{ measurement: median(times), note }];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureScripts(bench: Bench): Promise<Result[]> {
  const { port } = await bench.site();
  const { script } = await weighPage(`http://localhost:${port}/`, { mayInstall: false });
  return [{ measurement: script / 1_000 }];
}

const LOWER = { judged: 'figure', better: 'lower' } as const;

/** First of all, while the process is new. */
export const MEMORY_ROW: Measurement = {
  name: 'memory',
  plans: [{ label: 'memory after 100,000 requests', unit: 'MB', ...LOWER, must: 250, aim: 180 }],
  run: measureMemory,
};

export const PROCESS_ROWS: Measurement[] = [
  {
    name: 'streams',
    plans: [
      {
        label: 'open event streams, all with their first event',
        unit: '',
        judged: 'figure',
        better: 'higher',
        must: null,
        aim: null,
      },
      { label: 'a change of settings on all of them', unit: 'ms', ...LOWER, must: null, aim: null },
    ],
    run: measureStreams,
  },
  {
    name: 'start',
    plans: [{ label: 'second start to first page', unit: 'ms', ...LOWER, must: 3_000, aim: 1_500 }],
    run: measureStart,
  },
  {
    name: 'scripts',
    plans: [{ label: 'home, gzip JavaScript', unit: 'kB', ...LOWER, must: 130, aim: 118 }],
    run: measureScripts,
  },
];
