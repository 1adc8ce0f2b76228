import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { makeDataDir } from '../tests/support/data-dir.ts';
import { freePort } from '../tests/support/free-port.ts';
import { buildOrderInput } from '../tests/support/leads.ts';
import { startSite } from '../tests/support/site-process.ts';
import { createTestDatabase, prepareTemplateDatabase } from '../tests/support/test-database.ts';
import { startTestPostgres } from '../tests/support/test-postgres.ts';
import { openConnection, requestText } from './lib/connection.ts';
import { BLOCKED_RANGE } from './lib/load.ts';
import { quantile } from './lib/statistics.ts';

// Every visitor comes through a trusted proxy, as X-Forwarded-For says: requests from this machine itself would be exempt.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '15' },
    samples: { type: 'string', default: '1500' },
  },
});
const SECONDS = Number(values.seconds);
const ROUNDS = Number(values.rounds);
const SAMPLES = Number(values.samples);
const CONNECTIONS = 32;
const HONEST_ADDRESSES = 20_000;
const REJECTED_PER_SECOND = 2_000;
const MAX_COST = 0.1;
const MAX_TIMES_SLOWER = 2;

type Load = {
  port: number;
  path: string;
  /** The addresses that requests claim: a blocked one, or many honest ones. */
  from: 'blocked' | 'honest';
  seconds: number;
  /** Null: as many as possible. */
  perSecond: number | null;
};

type Count = { completed: number; statuses: Record<string, number>; seconds: number };

function addressOf(from: Load['from'], index: number): string {
  if (from === 'blocked') return `198.51.100.${index % 256}`;
  const host = index % HONEST_ADDRESSES;
  return `10.${Math.floor(host / 65_536)}.${Math.floor(host / 256) % 256}.${host % 256}`;
}

/** One connection that sends the next request once the last one has its response. */
async function drive(
  load: Load,
  first: number,
  count: Count,
  isOver: () => boolean,
): Promise<void> {
  const connection = openConnection(load.port);
  const gapMs = load.perSecond === null ? 0 : (CONNECTIONS * 1_000) / load.perSecond;
  let nextAt = performance.now() + (gapMs * first) / CONNECTIONS;
  for (let index = first; !isOver(); index += CONNECTIONS) {
    if (gapMs > 0) {
      const wait = nextAt - performance.now();
      nextAt += gapMs;
      if (wait > 1) await pause(wait);
    }
    const headers = { 'x-forwarded-for': addressOf(load.from, index) };
    const response = await connection.ask(requestText(load.path, headers));
    if (!response) continue;
    count.completed += 1;
    count.statuses[response.status] = (count.statuses[response.status] ?? 0) + 1;
  }
  connection.close();
}

/** Sends until the time is over or the main thread says that it is. */
async function send(load: Load): Promise<Count> {
  const count: Count = { completed: 0, statuses: {}, seconds: 0 };
  const started = performance.now();
  let isStopped = false;
  parentPort?.once('message', () => {
    isStopped = true;
  });
  const isOver = () => isStopped || performance.now() > started + load.seconds * 1_000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) => drive(load, index, count, isOver)),
  );
  return { ...count, seconds: (performance.now() - started) / 1_000 };
}

/** The load comes from its own thread, so that what measures does not wait for what floods. */
function startLoad(load: Load): { end: () => void; count: Promise<Count> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: load });
  const count = once(worker, 'message').then(([response]) => response as Count);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  return { end: () => worker.postMessage('end'), count };
}

function runLoad(load: Load): Promise<Count> {
  return startLoad(load).count;
}

async function timed(call: () => Promise<Response>, status: number): Promise<number> {
  const started = performance.now();
  const response = await call();
  await response.arrayBuffer();
  if (response.status !== status) throw new Error(`responded with ${response.status}`);
  return performance.now() - started;
}

let visitors = 0;

/** Pages and orders of visitors who come one after the other, each from their own address. */
async function visit(url: string): Promise<{ page: number[]; order: number[] }> {
  const page: number[] = [];
  const order: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    visitors += 1;
    const headers = { 'x-forwarded-for': `100.64.${visitors >> 8}.${visitors & 255}` };
    page.push(await timed(() => fetch(`${url}/pricing`, { headers }), 200));
    if (sample % 3 !== 0) continue;
    const projectDescription = `Order ${visitors} of those that are timed: a dashboard of open shipments and invoices.`;
    const body = JSON.stringify({ ...buildOrderInput({ projectDescription }), fileUrls: [] });
    const sent = { 'content-type': 'application/json', 'idempotency-key': uuidV7() };
    order.push(
      await timed(
        () =>
          fetch(`${url}/api/submit-order`, {
            method: 'POST',
            headers: { ...headers, ...sent },
            body,
          }),
        201,
      ),
    );
  }
  return { page, order };
}

async function measure(): Promise<boolean> {
  const database = await createTestDatabase();
  const dataDir = await makeDataDir();
  const base = { DATABASE_URL: database.url, TRUSTED_PROXIES: '127.0.0.1,::1', LOG_LEVEL: 'warn' };
  const guarded = await startSite({
    port: await freePort(),
    dataDir,
    environment: { ...base, PROTECTION: 'on' },
  });
  const bare = await startSite({
    port: await freePort(),
    dataDir,
    environment: { ...base, PROTECTION: 'off' },
  });
  const portOf = (url: string) => Number(new URL(url).port);
  try {
    await database.db
      .insertInto('ipSecurityRules')
      .values({ id: uuidV7(), ipAddress: BLOCKED_RANGE, ruleType: 'blacklist', reason: 'Bench' })
      .execute();
    await pause(1_000);
    const cached = {
      path: '/pricing',
      from: 'honest',
      seconds: SECONDS,
      perSecond: null,
    } as const;
    await runLoad({ ...cached, port: portOf(guarded.url), seconds: 2 });
    await runLoad({ ...cached, port: portOf(bare.url), seconds: 2 });

    const ratios: number[] = [];
    const speeds: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // In turn, so that what the machine does besides meets both alike.
      const runOn = () => runLoad({ ...cached, port: portOf(guarded.url) });
      const runOff = () => runLoad({ ...cached, port: portOf(bare.url) });
      const isOnFirst = round % 2 === 0;
      const first = await (isOnFirst ? runOn() : runOff());
      const second = await (isOnFirst ? runOff() : runOn());
      const [on, off] = isOnFirst ? [first, second] : [second, first];
      for (const { statuses } of [on, off]) {
        if (Object.keys(statuses).join() !== '200') throw new Error(JSON.stringify(statuses));
      }
      speeds.push([on.completed / on.seconds, off.completed / off.seconds]);
      ratios.push(on.completed / on.seconds / (off.completed / off.seconds));
    }
    const ratio = quantile(ratios, 0.5);
    const [with_, without] = [0, 1].map((side) =>
      quantile(
        speeds.map((pair) => pair[side] ?? 0),
        0.5,
      ),
    );
    console.log(
      `a cached page with the guard ${with_?.toFixed(0)}/s, without ${without?.toFixed(0)}/s: ratio ${ratio.toFixed(3)} (median of ${ROUNDS}; at least ${1 - MAX_COST})`,
    );

    const denied = await runLoad({
      port: portOf(guarded.url),
      path: '/',
      from: 'blocked',
      seconds: SECONDS,
      perSecond: null,
    });
    console.log(
      `denied, a new connection each: ${(denied.completed / SECONDS).toFixed(0)}/s, statuses ${JSON.stringify(denied.statuses)}`,
    );

    await visit(guarded.url);
    const calm = await visit(guarded.url);
    const attack = startLoad({
      port: portOf(guarded.url),
      path: '/',
      from: 'blocked',
      seconds: 600,
      perSecond: REJECTED_PER_SECOND,
    });
    await pause(1_000);
    const before = performance.now();
    const flooded = await visit(guarded.url);
    const seconds = (performance.now() - before) / 1_000;
    attack.end();
    const sent = await attack.count;
    let isGood = ratio >= 1 - MAX_COST;
    console.log(
      `attack: ${(sent.completed / sent.seconds).toFixed(0)} denied requests a second for ${seconds.toFixed(1)} s`,
    );
    for (const kind of ['page', 'order'] as const) {
      const one = quantile(calm[kind], 0.99);
      const two = quantile(flooded[kind], 0.99);
      isGood &&= two <= one * MAX_TIMES_SLOWER;
      console.log(
        `${kind} of an honest visitor, p99: ${one.toFixed(1)} ms in peace, ${two.toFixed(1)} ms under attack: ratio ${(two / one).toFixed(2)} (at most ${MAX_TIMES_SLOWER})`,
      );
    }
    await pause(3_000);
    const { rows } = await sql<{ rows: number; requests: number; denied: number }>`
      select count(*)::int as rows, coalesce(sum(weight), 0)::int as requests,
        coalesce(sum(weight) filter (where response_status = 403), 0)::int as denied
      from ddos_request_logs
    `.execute(database.db);
    console.log(
      `request log: ${rows[0]?.rows} rows for ${rows[0]?.requests} requests, ${rows[0]?.denied} of them denied (${denied.completed + sent.completed} were sent)`,
    );
    return isGood;
  } finally {
    await guarded.end('SIGTERM');
    await bare.end('SIGTERM');
    await database.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const postgres = await startTestPostgres();
  process.env['VITRIN_TEST_ADMIN_URL'] = postgres.adminUrl;
  try {
    await prepareTemplateDatabase();
    process.exitCode = (await measure()) ? 0 : 1;
  } finally {
    await postgres.stop();
  }
}

if (isMainThread) await main();
else {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  parentPort?.postMessage(await send(workerData as Load));
  parentPort?.close();
}
