import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createDatabase } from '../server/db/client.ts';
import { buildAdmin, signInForTest, TEST_PASSWORD } from '../tests/support/admin.ts';
import { makeDataDir } from '../tests/support/data-dir.ts';
import { freePort } from '../tests/support/free-port.ts';
import { startSite } from '../tests/support/site-process.ts';
import { FLOODS, type FloodName, type FloodOrder } from './fairness/floods.ts';
import { type Experience, KINDS, type Kind, measureHonest } from './fairness/honest.ts';
import {
  BLOCKED_ADDRESS,
  createFloodNetwork,
  type FloodNetwork,
  ROUTES,
  type RouteName,
} from './fairness/network.ts';
import { blockRange } from './lib/content.ts';
import { median } from './lib/measurement.ts';
import { startBenchPostgres } from './lib/postgres.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    only: { type: 'string', default: '' },
  },
});
const only = values.only.split(',').filter(Boolean);

const MAX_RATIO = 3;
const MAX_MS: Record<Kind, number> = { page: 500, lead: 500, desk: 500, 'sign-in': 3_000 };
/** No one notices shorter times, whose ratio is the machine's noise. */
const FLOOR_MS = 20;
/** The flood begins before the honest come. */
const LEAD_MS = 1_500;
const SETTLE_MS = 3_000;

type Row = { flood: FloodName; route: RouteName };

/** Each scarce thing by one address, and the commonest floods by each route. */
function listRows(hasNetwork: boolean): Row[] {
  const direct: RouteName = hasNetwork ? 'one address' : 'a proxy';
  const rows: Row[] = [
    ...Object.keys(FLOODS).map((flood) => ({ flood: flood as FloodName, route: direct })),
    ...Object.keys(ROUTES).map((route) => ({
      flood: 'cached pages' as const,
      route: route as RouteName,
    })),
    { flood: 'wrong passwords', route: 'an IPv6 /48' },
    { flood: 'wrong passwords', route: 'a proxy' },
    { flood: 'messages of the greatest length', route: 'an IPv6 /64' },
    { flood: 'idle connections', route: 'an IPv6 /64' },
    { flood: 'idle connections', route: 'an IPv6 /48' },
    { flood: 'event streams', route: 'an IPv6 /48' },
    { flood: 'event streams', route: 'a proxy' },
    { flood: 'files of 9 MiB', route: 'a proxy' },
  ];
  const unique = new Map(rows.map((row) => [`${row.flood} ${row.route}`, row]));
  return [...unique.values()].filter(
    ({ flood, route }) =>
      (hasNetwork || ROUTES[route].isForwarded) && (only.length === 0 || only.includes(flood)),
  );
}

async function withFlood(
  order: FloodOrder,
  network: FloodNetwork | null,
  measure: () => Promise<Experience>,
): Promise<Experience> {
  const [command, ...args] = [
    ...(ROUTES[order.route].isForwarded ? [] : (network?.prefix ?? [])),
    // In life the flood has a machine of its own; here it gets the processor time that is left.
    ...(platform() === 'linux' ? ['chrt', '--idle', '0'] : ['nice', '-n19']),
    process.execPath,
    join(import.meta.dirname, 'fairness/floods.ts'),
    JSON.stringify(order),
  ];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(child, 'close');
  try {
    await pause(LEAD_MS);
    return await measure();
  } finally {
    child.kill('SIGTERM');
    await closed;
    process.stderr.write(`  ${order.flood}, ${order.route}: ${output}\n`);
  }
}

function summarize(experiences: Experience[]): Experience {
  const p99 = Object.fromEntries(
    KINDS.map((kind) => [kind, median(experiences.map((each) => each.p99[kind]))]),
  ) as Record<Kind, number>;
  return { p99, failures: experiences.flatMap(({ failures }) => failures) };
}

function findProblems(calm: Experience, flooded: Experience): string[] {
  const failures = [...calm.failures.map((failure) => `in peace ${failure}`), ...flooded.failures];
  const counts = Map.groupBy(failures, (failure) => failure);
  const slow = KINDS.filter((kind) => {
    const ms = flooded.p99[kind];
    const isMuchSlower = ms > MAX_RATIO * calm.p99[kind] && ms > FLOOR_MS && kind !== 'sign-in';
    return isMuchSlower || ms > MAX_MS[kind];
  });
  return [
    ...[...counts].map(([failure, all]) => `${all.length} × ${failure}`),
    ...slow.map((kind) => `${kind} slow`),
  ];
}

function listTimes({ p99 }: Experience): string[] {
  return KINDS.map((kind) => p99[kind].toFixed(p99[kind] < 10 ? 1 : 0));
}

/** Measures the honest in peace and beside a flood, up to three times where that is not fair, and prints the row. */
async function measureRow(
  order: FloodOrder,
  network: FloodNetwork | null,
  honest: () => Promise<Experience>,
): Promise<boolean> {
  const taken: { calm: Experience; flooded: Experience }[] = [];
  let calm: Experience;
  let flooded: Experience;
  let problems: string[];
  do {
    // Calm again each time, because the machine's speed varies.
    taken.push({ calm: await honest(), flooded: await withFlood(order, network, honest) });
    await pause(SETTLE_MS);
    calm = summarize(taken.map((each) => each.calm));
    flooded = summarize(taken.map((each) => each.flooded));
    problems = findProblems(calm, flooded);
    // A stall of the disk delays every enquiry of its moment, with a flood or without.
  } while (problems.length > 0 && taken.length < 3);
  const ratio = Math.max(...KINDS.map((kind) => flooded.p99[kind] / calm.p99[kind]));
  const cells = [
    `${order.flood} (${FLOODS[order.flood][0]})`,
    order.route,
    ...listTimes(flooded),
    listTimes(calm).join(', '),
    ratio.toFixed(1),
    problems.join('; ') || 'fair',
  ];
  console.log(`| ${cells.join(' | ')} |`);
  return problems.length === 0;
}

const network = createFloodNetwork();
if (!network) {
  console.log('no second host here (Linux, root and iproute2): floods come by a proxy\n');
}
const postgres = await startBenchPostgres();
const dataDir = await makeDataDir();
try {
  const databaseUrl = await postgres.create('fairness');
  const port = await freePort();
  const environment = {
    DATABASE_URL: databaseUrl,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    HOST: '::',
    LOG_LEVEL: 'warn',
  };
  const site = await startSite({ port, dataDir, environment });
  const { db, destroy } = createDatabase({ connection: databaseUrl, poolSize: 1 });
  const { id, username } = await buildAdmin(db);
  const { token } = await signInForTest(db, { id, username });
  const { token: adminToken } = await signInForTest(db);
  await blockRange(db, BLOCKED_ADDRESS);
  await destroy();
  const admin = { username, password: TEST_PASSWORD, token };
  const honest = () => measureHonest({ port, seconds: Number(values.seconds), admin });
  await honest();
  console.log(
    `| flood (what it takes) | from | ${KINDS.join(' | ')} | in peace | ratio | |\n|${' --- |'.repeat(9)}`,
  );
  let isFair = true;
  for (const [row, { flood, route }] of listRows(network !== null).entries()) {
    const order = { port, flood, route, row, adminToken };
    isFair = (await measureRow(order, network, honest)) && isFair;
  }
  await site.end('SIGTERM');
  process.exitCode = isFair ? 0 : 1;
} finally {
  network?.remove();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
