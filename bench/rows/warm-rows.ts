import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { BROWSER_HEADERS, openConnection, requestText } from '../lib/connection.ts';
import { BLOCKED_RANGE, CONNECTIONS, type Load, type LoadResult, runLoad } from '../lib/load.ts';
import { cpuMsOf } from '../lib/machine.ts';
import {
  type Bench,
  type Measurement,
  type Plan,
  type Result,
  takeTurns,
} from '../lib/measurement.ts';
import { type Nginx, startNginx, type StaticResponse } from '../lib/nginx.ts';
import { root } from '../lib/site.ts';
import { median } from '../lib/statistics.ts';

/** Below this share of its core a server was not what limited the figure. */
const BUSY = 0.9;
/** Responses of another kind have another size. */
const SIZE_TOLERANCE = 0.05;
/** Under load the log keeps samples with a weight. */
const LOGGED_SHARE = 0.9;
const LOG_PATIENCE_MS = 5_000;
const LOG_INTERVAL_MS = 1_500;
const SETTLING_MS = 200;

/** As the router asks for the page of posts when a visitor comes from another page. */
const DATA_PATH = '/blog.data?_routes=%2Fblog';

type Sample = StaticResponse & { bytes: number };

type Target = {
  label: string;
  path: string;
  headers?: Record<string, string>;
  from?: Load['from'];
  status: number;
  /** Whether to look afterwards for all its requests in the request log. */
  isCounted?: boolean;
};

function plansOf(label: string, speed: [number, number] | null, isPage: boolean): Plan[] {
  return [
    {
      label: `${label}, requests a second`,
      unit: '/s',
      judged: 'ratio',
      better: 'higher',
      must: speed?.[0] ?? null,
      aim: speed?.[1] ?? null,
    },
    {
      label: `${label}, p99`,
      unit: 'ms',
      judged: 'ratio',
      better: 'lower',
      must: isPage ? 3 : null,
      aim: isPage ? 2 : null,
    },
  ];
}

async function takeSample(
  port: number,
  path: string,
  headers: Record<string, string>,
  address: string,
): Promise<Sample> {
  const connection = openConnection(port);
  const response = await connection.ask(
    requestText(path, { host: `localhost:${port}`, ...headers, 'x-forwarded-for': address }),
  );
  connection.close();
  if (!response) throw new Error(`${path} got no response`);
  const lines = response.head.split('\r\n').slice(1);
  return {
    status: response.status,
    headers: lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
    body: response.body,
    isLast: response.isLast,
    bytes: response.bytes,
  };
}

/** The response that stays: who asks first gets one that was made in haste, with its own tag. */
async function takeCached(...asked: Parameters<typeof takeSample>): Promise<Sample> {
  for (let sample = await takeSample(...asked); ;) {
    await pause(SETTLING_MS);
    const next = await takeSample(...asked);
    const isSame = headerOf(next, 'etag') === headerOf(sample, 'etag');
    if (isSame && next.body.equals(sample.body)) return next;
    sample = next;
  }
}

function headerOf({ headers }: Sample, wanted: string): string | null {
  return headers.find(([name]) => name === wanted)?.[1] ?? null;
}

function check(who: string, sample: Sample, result: LoadResult): void {
  const { requests, rejected, failed, bytes } = result;
  const isRejection = sample.status >= 400;
  // Two counts of a moment that differ by what was in flight.
  if (isRejection ? requests - rejected > CONNECTIONS : rejected > 0) {
    throw new Error(`${who} rejected ${rejected} of ${requests} requests`);
  }
  if (failed > requests / 1_000) throw new Error(`${who}: ${failed} connections failed`);
  const size = bytes / requests;
  if (Math.abs(size / sample.bytes - 1) > SIZE_TOLERANCE) {
    throw new Error(`${who} sent ${Math.round(size)} bytes on average instead of ${sample.bytes}`);
  }
}

/** `share`: how much of its core the server used. `cpuUs`: what one request took of it, which other processes cannot lengthen much. */
type Turn = { result: LoadResult; share: number | null; cpuUs: number | null };

async function measureTurn(
  bench: Bench,
  load: Load,
  pid: number | null,
  who: string,
  sample: Sample,
): Promise<Turn> {
  const before = pid === null ? null : cpuMsOf(pid);
  const result = await runLoad(bench.tools, load);
  const after = pid === null ? null : cpuMsOf(pid);
  check(who, sample, result);
  const usedMs = before === null || after === null ? null : after - before;
  return {
    result,
    share: usedMs === null ? null : usedMs / (load.seconds * 1_000),
    cpuUs: usedMs === null ? null : (usedMs * 1_000) / result.requests,
  };
}

async function compare(bench: Bench, target: Target): Promise<Result[]> {
  const { tools, settings } = bench;
  if (!tools.nginx) throw new Error('nginx missing');
  if (!tools.wrk && !tools.autocannon) throw new Error('wrk missing');
  const site = await bench.site();
  const { path, headers = {}, from = 'visitors', status, isCounted = false } = target;
  const address = from === 'blocked' ? '198.51.100.7' : '10.255.0.1';
  const sent = { ...BROWSER_HEADERS, ...headers };
  const sample = await takeCached(site.port, path, sent, address);
  if (sample.status !== status) throw new Error(`${path} responded with ${sample.status}`);
  const served = status === 304 ? await wholeResponse(site.port, path, address, sample) : sample;
  const nginx = await startNginx(tools, { response: served });
  bench.onEnd(() => nginx.end());
  try {
    const reference = await referenceOf(nginx, sent, sample, address);
    const common = { from, seconds: settings.seconds };
    const onSite = (seconds = settings.seconds) =>
      measureTurn(
        bench,
        { ...common, seconds, port: site.port, path, headers: sent },
        site.pid,
        'the application',
        sample,
      );
    const onNginx = (seconds = settings.seconds) =>
      measureTurn(
        bench,
        { ...common, seconds, port: nginx.port, path: '/response', headers: reference.headers },
        nginx.workerPid,
        'nginx',
        reference.sample,
      );
    await onSite(1);
    if (!settings.isQuick) await onNginx(1);
    site.emptyLog();
    // What came before is written by then.
    if (isCounted) await pause(LOG_INTERVAL_MS);
    const loggedBefore = isCounted ? await countLogged(bench) : 0;
    const turns = await takeTurns(settings.rounds, onSite, onNginx);
    site.emptyLog();
    if (isCounted) {
      const sent = turns.reduce((sum, { subject }) => sum + subject.result.requests, 0);
      await assertLogged(bench, loggedBefore, sent);
    }
    return resultsOf(turns, sample);
  } finally {
    await nginx.end();
  }
}

async function countLogged(bench: Bench): Promise<number> {
  const { db } = await bench.database();
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(weight), 0)::int as total from ddos_request_logs
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** The figure is that of a page whose visitors are logged. */
async function assertLogged(bench: Bench, before: number, sent: number): Promise<void> {
  const end = performance.now() + LOG_PATIENCE_MS;
  for (;;) {
    const logged = (await countLogged(bench)) - before;
    if (logged >= sent * LOGGED_SHARE) return;
    if (performance.now() > end) {
      throw new Error(`the request log has ${logged} of ${sent} requests`);
    }
    await pause(100);
  }
}

/** The page behind a response that it has not been modified, with the headers of that response. */
async function wholeResponse(
  port: number,
  path: string,
  address: string,
  { headers }: Sample,
): Promise<Sample> {
  const whole = await takeSample(port, path, BROWSER_HEADERS, address);
  const type = headerOf(whole, 'content-type') ?? 'text/html';
  return { ...whole, headers: [...headers, ['content-type', type]] };
}

async function referenceOf(
  { port }: Nginx,
  sent: Record<string, string>,
  wanted: Sample,
  address: string,
): Promise<{ headers: Record<string, string>; sample: Sample }> {
  const whole = await takeSample(port, '/response', BROWSER_HEADERS, address);
  const etag = headerOf(whole, 'etag');
  const headers =
    wanted.status === 304 && etag !== null ? { ...sent, 'if-none-match': etag } : sent;
  const sample = await takeSample(port, '/response', headers, address);
  if (sample.status !== wanted.status) throw new Error(`nginx responded with ${sample.status}`);
  if (wanted.status < 400 || wanted.status === 404) {
    if (wanted.status !== 304 && !sample.body.equals(wanted.body)) {
      throw new Error('nginx does not serve the same bytes');
    }
  }
  return { headers, sample };
}

function resultsOf(turns: { subject: Turn; reference: Turn }[], sample: Sample): Result[] {
  const medianOf = (side: 'subject' | 'reference', read: (turn: Turn) => number | null) =>
    median(turns.flatMap((turn) => read(turn[side]) ?? []));
  const rateOf = ({ result }: Turn) => result.perSecond;
  const p99Of = ({ result }: Turn) => result.p99Ms;
  const notes = [`${sample.body.length.toLocaleString('en')} bytes of body`];
  const encoding = headerOf(sample, 'content-encoding');
  if (encoding) notes.push(encoding);
  const cpu = (['subject', 'reference'] as const).map((side) =>
    medianOf(side, (turn) => turn.cpuUs),
  );
  const [own = 0, nginxOwn = 0] = cpu;
  if (own > 0 && nginxOwn > 0) {
    notes.push(
      `processor time of a request ${own.toFixed(1)} µs, of nginx ${nginxOwn.toFixed(1)} µs: ratio ${(nginxOwn / own).toFixed(2)}`,
    );
  }
  for (const [side, who, meaning] of [
    ['subject', 'the application', 'it was not what set the limit'],
    ['reference', 'nginx', 'it could have done more, the ratio flatters'],
  ] as const) {
    const share = medianOf(side, (turn) => turn.share);
    if (share < BUSY) {
      notes.push(`${who} used ${Math.round(share * 100)} % of its core: ${meaning}`);
    }
  }
  return [
    {
      measurement: medianOf('subject', rateOf),
      reference: medianOf('reference', rateOf),
      ratio: median(turns.map(({ subject, reference }) => rateOf(subject) / rateOf(reference))),
      note: notes.join('; '),
    },
    {
      measurement: medianOf('subject', p99Of),
      reference: medianOf('reference', p99Of),
      ratio: median(turns.map(({ subject, reference }) => p99Of(subject) / p99Of(reference))),
    },
  ];
}

function largestScript(): string {
  const folder = join(root, 'build/client/assets');
  const [largest] = globSync('*.js', { cwd: folder })
    .map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
    .toSorted((one, other) => other.bytes - one.bytes);
  if (!largest) throw new Error('no built scripts');
  return `/assets/${largest.name}`;
}

async function postPath(bench: Bench): Promise<string> {
  const { db } = await bench.database();
  await bench.site();
  const { slug } = await db
    .selectFrom('blogPosts')
    .select('slug')
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('slug')
    .executeTakeFirstOrThrow();
  return `/blog/${slug}`;
}

async function blockedTarget(bench: Bench): Promise<Omit<Target, 'label'>> {
  const site = await bench.site();
  const { db } = await bench.database();
  await db
    .insertInto('ipSecurityRules')
    .values({ id: uuidV7(), ipAddress: BLOCKED_RANGE, ruleType: 'blacklist', reason: 'Bench' })
    .execute();
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const { status } = await takeSample(site.port, '/', {}, '198.51.100.7');
    if (status === 403) break;
    await pause(100);
  }
  return { path: '/', from: 'blocked', status: 403 };
}

async function notModifiedTarget(bench: Bench): Promise<Omit<Target, 'label'>> {
  const { port } = await bench.site();
  const etag = headerOf(await takeSample(port, '/', BROWSER_HEADERS, '10.255.0.1'), 'etag');
  if (etag === null) throw new Error('the page has no ETag');
  return { path: '/', headers: { 'if-none-match': etag }, status: 304 };
}

const PAGE_SPEED: [number, number] = [0.65, 0.8];
const BLOCKED_SPEED: [number, number] = [0.6, 0.75];

type Case = [
  name: string,
  label: string,
  speed: [number, number] | null,
  target: (bench: Bench) => Omit<Target, 'label'> | Promise<Omit<Target, 'label'>>,
];

const CASES: Case[] = [
  ['home', 'warm home', PAGE_SPEED, () => ({ path: '/', status: 200, isCounted: true })],
  [
    'post',
    'warm post',
    PAGE_SPEED,
    async (bench) => ({ path: await postPath(bench), status: 200 }),
  ],
  [
    'not-found',
    'page that does not exist',
    PAGE_SPEED,
    () => ({ path: '/no-such-page', status: 404 }),
  ],
  ['data', 'page data', PAGE_SPEED, () => ({ path: DATA_PATH, status: 200 })],
  ['asset', 'asset, the largest script', null, () => ({ path: largestScript(), status: 200 })],
  ['not-modified', 'home, not modified', null, notModifiedTarget],
  ['blocked', 'blocked request', BLOCKED_SPEED, blockedTarget],
];

/** What nginx could serve as well, each beside nginx that does. */
export const WARM_ROWS: Measurement[] = CASES.map(([name, label, speed, target]) => ({
  name,
  plans: plansOf(label, speed, speed === PAGE_SPEED),
  run: async (bench) => compare(bench, { label, ...(await target(bench)) }),
}));
