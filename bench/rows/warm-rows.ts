import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  BROWSER_HEADERS,
  type RequestHeaders,
  openConnection,
  type SentResponse,
} from '../lib/connection.ts';
import { blockRange, findPostSlug } from '../lib/content.ts';
import { buildBlockedAddress, CONNECTIONS, type Load, runLoad } from '../lib/load.ts';
import { readCpuMs, SERVER_CORE } from '../lib/machine.ts';
import {
  type Bench,
  type Measurement,
  median,
  type Plan,
  type Result,
  summarize,
  takeTurns,
  waitUntil,
} from '../lib/measurement.ts';
import { startNginx } from '../lib/nginx.ts';
import { type BenchSite, ROOT } from '../lib/site.ts';

/** Below this share of its core a server did not limit the rate. */
const BUSY = 0.9;
/** Other responses have another size. */
const SIZE_TOLERANCE = 0.05;
/** Under load the log stores samples with a weight. */
const LOGGED_SHARE = 0.9;
const LOG_INTERVAL_MS = 1_500;
const SETTLING_MS = 200;

const BLOCKED_ADDRESS = buildBlockedAddress(7);
const HONEST_ADDRESS = '10.255.0.1';

type Target = {
  path: string;
  headers?: RequestHeaders;
  from?: Load['from'];
  status: number;
  /** Whether the request log must contain all requests. */
  isCounted?: boolean;
};

async function takeSample(
  port: number,
  path: string,
  headers: RequestHeaders,
  address: string,
): Promise<SentResponse> {
  const connection = openConnection(port);
  const all = { host: `localhost:${port}`, ...headers, 'x-forwarded-for': address };
  const response = await connection.ask({ path, headers: all });
  connection.close();
  if (!response) throw new Error(`${path} got no response`);
  return response;
}

/** Takes the cached response: the first visitor gets a hasty one with its own tag. */
async function takeCached(...args: Parameters<typeof takeSample>): Promise<SentResponse> {
  for (let sample = await takeSample(...args); ;) {
    await pause(SETTLING_MS);
    const next = await takeSample(...args);
    const isSame = next.headers.get('etag') === sample.headers.get('etag');
    if (isSame && next.body.equals(sample.body)) return next;
    sample = next;
  }
}

type Turn = {
  perSecond: number;
  p99Ms: number;
  requests: number;
  /** Share of its core that the server used; NaN where the system does not report it, as below. */
  share: number;
  /** Processor time of a request, which other processes hardly lengthen. */
  cpuUs: number;
};

async function measureTurn(
  bench: Bench,
  load: Load,
  server: { name: string; pid: number; sample: SentResponse },
): Promise<Turn> {
  const { name, pid, sample } = server;
  const before = readCpuMs(pid);
  const { requests, rejected, failed, bytes, ...rates } = await runLoad(bench.tools, load);
  const usedMs = readCpuMs(pid) - before;
  // Two counts of a moment differ by what was in flight.
  if (sample.status >= 400 ? requests - rejected > CONNECTIONS : rejected > 0) {
    throw new Error(`${name} rejected ${rejected} of ${requests} requests`);
  }
  if (failed > requests / 1_000) throw new Error(`${name}: ${failed} connections failed`);
  const size = bytes / requests;
  if (Math.abs(size / sample.bytes - 1) > SIZE_TOLERANCE) {
    throw new Error(`${name} sent ${Math.round(size)} bytes on average instead of ${sample.bytes}`);
  }
  const share = usedMs / (load.seconds * 1_000);
  return { ...rates, requests, share, cpuUs: (usedMs * 1_000) / requests };
}

async function compare(bench: Bench, target: Target): Promise<Result[]> {
  const { tools, settings } = bench;
  const site = await bench.site();
  const { path, from = 'visitors', status, isCounted = false } = target;
  const address = from === 'blocked' ? BLOCKED_ADDRESS : HONEST_ADDRESS;
  const headers = { ...BROWSER_HEADERS, ...target.headers };
  const sample = await takeCached(site.port, path, headers, address);
  if (sample.status !== status) throw new Error(`${path} responded with ${sample.status}`);
  const served = status === 304 ? await takeWhole(site.port, path, address, sample) : sample;
  const nginx = await startNginx(tools, served);
  bench.onEnd(() => nginx.end());
  const reference = await takeReference(nginx.port, headers, sample, address);
  const onSite = (seconds = settings.seconds) =>
    measureTurn(
      bench,
      { from, seconds, port: site.port, path, headers },
      { name: 'the application', pid: site.pid, sample },
    );
  const onNginx = (seconds = settings.seconds) =>
    measureTurn(
      bench,
      { from, seconds, port: nginx.port, path: '/response', headers: reference.headers },
      { name: 'nginx', pid: nginx.workerPid, sample: reference.sample },
    );
  await onSite(1);
  if (!settings.isQuick) await onNginx(1);
  site.emptyLog();
  // Earlier requests are written by then.
  if (isCounted) await pause(LOG_INTERVAL_MS);
  const loggedBefore = isCounted ? await countLogged(bench) : 0;
  const turns = await takeTurns(settings.rounds, onSite, onNginx);
  site.emptyLog();
  const sent = turns.reduce((sum, { subject }) => sum + subject.requests, 0);
  // The rate is that of a page whose visitors are logged.
  if (isCounted) {
    const isLogged = async () => (await countLogged(bench)) - loggedBefore >= sent * LOGGED_SHARE;
    await waitUntil(`the request log lacks some of ${sent} requests`, isLogged);
  }
  await nginx.end();
  return [
    summarize(turns, ({ perSecond }) => perSecond, describeTurns(turns, sample)),
    summarize(turns, ({ p99Ms }) => p99Ms),
  ];
}

async function countLogged(bench: Bench): Promise<number> {
  const { db } = await bench.database();
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(weight), 0)::int as total from ddos_request_logs
  `.execute(db);
  return rows[0]?.total ?? 0;
}

async function takeWhole(
  port: number,
  path: string,
  address: string,
  { headers }: SentResponse,
): Promise<SentResponse> {
  const whole = await takeSample(port, path, BROWSER_HEADERS, address);
  const type = whole.headers.get('content-type') ?? 'text/html';
  return { ...whole, headers: new Headers([...headers, ['content-type', type]]) };
}

async function takeReference(
  port: number,
  headers: RequestHeaders,
  wanted: SentResponse,
  address: string,
): Promise<{ headers: RequestHeaders; sample: SentResponse }> {
  const whole = await takeSample(port, '/response', BROWSER_HEADERS, address);
  const etag = whole.headers.get('etag');
  const isConditional = wanted.status === 304 && etag !== null;
  const sent = isConditional ? { ...headers, 'if-none-match': etag } : headers;
  const sample = await takeSample(port, '/response', sent, address);
  if (sample.status !== wanted.status) throw new Error(`nginx responded with ${sample.status}`);
  if ([200, 404].includes(wanted.status) && !sample.body.equals(wanted.body)) {
    throw new Error('nginx does not serve the same bytes');
  }
  return { headers: sent, sample };
}

function describeTurns(turns: { subject: Turn; reference: Turn }[], sample: SentResponse): string {
  const medianAt = (side: 'subject' | 'reference', key: 'cpuUs' | 'share') =>
    median(turns.map((turn) => turn[side][key]));
  const encoding = sample.headers.get('content-encoding');
  const notes = [`${sample.body.length.toLocaleString('en')} bytes of body`, encoding ?? ''];
  const own = medianAt('subject', 'cpuUs');
  const nginx = medianAt('reference', 'cpuUs');
  if (own > 0 && nginx > 0) {
    notes.push(
      `processor time of a request ${own.toFixed(1)} µs, of nginx ${nginx.toFixed(1)} µs: ratio ${(nginx / own).toFixed(2)}`,
    );
  }
  for (const [side, name, meaning] of [
    ['subject', 'the application', 'it did not limit the rate'],
    ['reference', 'nginx', 'it could have done more, the ratio flatters'],
  ] as const) {
    const share = medianAt(side, 'share');
    if (share < BUSY)
      notes.push(`${name} used ${Math.round(share * 100)} % of its core: ${meaning}`);
  }
  return notes.filter(Boolean).join('; ');
}

function findLargestScript(): Target {
  const folder = join(ROOT, 'build/client/assets');
  const [largest] = globSync('*.js', { cwd: folder })
    .map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
    .toSorted((one, other) => other.bytes - one.bytes);
  if (!largest) throw new Error('no built scripts');
  return { path: `/assets/${largest.name}`, status: 200 };
}

async function prepareBlocked(bench: Bench): Promise<Target> {
  const { port } = await bench.site();
  await blockRange((await bench.database()).db);
  const isBlocked = async () => (await takeSample(port, '/', {}, BLOCKED_ADDRESS)).status === 403;
  await waitUntil('the rule has no effect', isBlocked);
  return { path: '/', from: 'blocked', status: 403 };
}

async function prepareNotModified(bench: Bench): Promise<Target> {
  const { port } = await bench.site();
  const { headers } = await takeSample(port, '/', BROWSER_HEADERS, HONEST_ADDRESS);
  const etag = headers.get('etag');
  if (etag === null) throw new Error('the page has no ETag');
  return { path: '/', headers: { 'if-none-match': etag }, status: 304 };
}

type Prepare = (bench: Bench) => Target | Promise<Target>;

function define(
  name: string,
  label: string,
  speed: Pick<Plan, 'must' | 'aim'>,
  prepare: Prepare,
): Measurement {
  const p99 = speed === PAGE_SPEED ? { must: 3, aim: 2 } : {};
  return {
    name,
    plans: [
      { label: `${label}, requests a second`, unit: '/s', isRatio: true, ...speed },
      { label: `${label}, p99`, unit: 'ms', isRatio: true, ...p99 },
    ],
    run: async (bench) => compare(bench, await prepare(bench)),
  };
}

const PAGE_SPEED = { must: 0.65, aim: 0.8 };

/** The router's request for the page of posts when a visitor comes from another page. */
const DATA_PATH = '/blog.data?_routes=%2Fblog';

async function compareGuard(bench: Bench): Promise<Result[]> {
  const { settings, dataDir } = bench;
  const { url: databaseUrl } = await bench.database();
  const guarded = await bench.site();
  const environment = { PROTECTION: 'off' };
  const bare = await bench.startSite({ databaseUrl, dataDir, core: SERVER_CORE, environment });
  const path = '/pricing';
  const sample = await takeCached(guarded.port, path, BROWSER_HEADERS, HONEST_ADDRESS);
  const load = ({ port, pid }: BenchSite) =>
    measureTurn(
      bench,
      { from: 'visitors', seconds: settings.seconds, port, path, headers: BROWSER_HEADERS },
      { name: 'the application', pid, sample },
    );
  for (const site of [guarded, bare]) await load(site);
  const [withGuard, without] = [() => load(guarded), () => load(bare)];
  const turns = await takeTurns(settings.rounds * 3, withGuard, without);
  await bare.end();
  return [summarize(turns, ({ perSecond }) => perSecond)];
}

export const GUARD_ROW: Measurement = {
  name: 'guard',
  isExtra: true,
  plans: [
    { label: 'cached page with the guard, against without', unit: '/s', isRatio: true, must: 0.9 },
  ],
  run: compareGuard,
};

/** Responses that nginx could serve as well, each beside an nginx that does. */
export const WARM_ROWS: Measurement[] = [
  define('home', 'warm home', PAGE_SPEED, () => ({ path: '/', status: 200, isCounted: true })),
  define('post', 'warm post', PAGE_SPEED, async (bench) => {
    await bench.site();
    return { path: `/blog/${await findPostSlug((await bench.database()).db)}`, status: 200 };
  }),
  define('not-found', 'page that does not exist', PAGE_SPEED, () => ({
    path: '/no-such-page',
    status: 404,
  })),
  define('data', 'page data', PAGE_SPEED, () => ({ path: DATA_PATH, status: 200 })),
  define('asset', 'asset, the largest script', {}, findLargestScript),
  define('not-modified', 'home, not modified', {}, prepareNotModified),
  define('blocked', 'blocked request', { must: 0.6, aim: 0.75 }, prepareBlocked),
];
