import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { v7 as uuidV7 } from 'uuid';
import { buildAdmin, signInForTest, TEST_PASSWORD } from '../tests/support/admin.ts';
import { makeDataDir } from '../tests/support/data-dir.ts';
import { freePort } from '../tests/support/free-port.ts';
import { startSite } from '../tests/support/site-process.ts';
import { createTestDatabase, prepareTemplateDatabase } from '../tests/support/test-database.ts';
import { startTestPostgres } from '../tests/support/test-postgres.ts';
import { FLOODS, type FloodName, type FloodOrder } from './fairness/floods.ts';
import { type Experience, KINDS, type Kind, measureHonest } from './fairness/honest.ts';
import {
  BLOCKED_ADDRESS,
  createFloodNetwork,
  type FloodNetwork,
  ROUTES,
  type RouteName,
} from './fairness/network.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    only: { type: 'string', default: '' },
  },
});
const SECONDS = Number(values.seconds);
const only = values.only.split(',').filter(Boolean);

/** A flood may make the honest wait this many times longer, and no longer than this. */
const MAX_RATIO = 3;
const MAX_MS: Record<Kind, number> = { page: 500, lead: 500, desk: 500, 'sign-in': 3_000 };
/** Below this a request is as fast as anybody can notice, and its ratio is the machine's noise. */
const FLOOR_MS = 20;
/** So long a flood has gone on when the honest come. */
const LEAD_MS = 1_500;
/** So long what a flood has left behind may take to go. */
const SETTLE_MS = 3_000;

type Row = { flood: FloodName; route: RouteName };

/** Each scarce thing by one address, and the commonest flood in each way in which a source can come. */
function listRows(hasNetwork: boolean): Row[] {
  const direct: RouteName = hasNetwork ? 'one address' : 'a proxy';
  const rows: Row[] = [
    ...Object.keys(FLOODS).map((flood): Row => ({ flood: flood as FloodName, route: direct })),
    ...Object.keys(ROUTES).map((route): Row => ({
      flood: 'cached pages',
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
  const inside = ROUTES[order.route].isForwarded ? [] : (network?.prefix ?? []);
  // What floods has its own machine in life: here it takes what those who are measured leave.
  const leftover = platform() === 'linux' ? ['chrt', '--idle', '0'] : ['nice', '-n19'];
  const [command, ...args] = [
    ...inside,
    ...leftover,
    process.execPath,
    join(import.meta.dirname, 'fairness/flood.ts'),
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

function evaluate(calm: Experience, flooded: Experience): { ratio: number; problems: string[] } {
  const failures = [...calm.failures.map((failure) => `in peace ${failure}`), ...flooded.failures];
  const problems = failures.length === 0 ? [] : [describeFailures(failures)];
  let worst = 0;
  for (const kind of KINDS) {
    const ratio = flooded.p99[kind] / calm.p99[kind];
    worst = Math.max(worst, ratio);
    const isSlow = kind !== 'sign-in' && ratio > MAX_RATIO && flooded.p99[kind] > FLOOR_MS;
    if (isSlow || flooded.p99[kind] > MAX_MS[kind]) problems.push(`${kind} slow`);
  }
  return { ratio: worst, problems };
}

/** The middle of one or three measurements, of two the slower; every failure of all of them counts. */
function medianOf(experiences: Experience[]): Experience {
  const middle = (kind: Kind) =>
    experiences
      .map(({ p99 }) => p99[kind])
      .toSorted((a, b) => a - b)
      .at(Math.floor(experiences.length / 2)) ?? 0;
  return {
    p99: Object.fromEntries(KINDS.map((kind) => [kind, middle(kind)])) as Record<Kind, number>,
    failures: experiences.flatMap(({ failures }) => failures),
  };
}

function describeFailures(failures: string[]): string {
  const counts = new Map<string, number>();
  for (const failure of failures) counts.set(failure, (counts.get(failure) ?? 0) + 1);
  return [...counts].map(([failure, count]) => `${count} × ${failure}`).join(', ');
}

function describeTimes({ p99 }: Experience, between: string): string {
  return KINDS.map((kind) => p99[kind].toFixed(p99[kind] < 10 ? 1 : 0)).join(between);
}

async function measure(network: FloodNetwork | null): Promise<boolean> {
  const database = await createTestDatabase();
  const dataDir = await makeDataDir();
  const port = await freePort();
  const site = await startSite({
    port,
    dataDir,
    environment: {
      DATABASE_URL: database.url,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      HOST: '::',
      LOG_LEVEL: 'warn',
    },
  });
  try {
    const { id, username } = await buildAdmin(database.db);
    const { token } = await signInForTest(database.db, { id, username });
    const { token: adminToken } = await signInForTest(database.db);
    await database.db
      .insertInto('ipSecurityRules')
      .values({ id: uuidV7(), ipAddress: BLOCKED_ADDRESS, ruleType: 'blacklist', reason: 'Bench' })
      .execute();
    const honest = () =>
      measureHonest({
        port,
        seconds: SECONDS,
        admin: { username, password: TEST_PASSWORD, token },
      });
    const calm: Experience[] = [];
    const flooded: Experience[] = [];
    async function compare(order: FloodOrder) {
      // Measured again each time: the machine is not equally fast all the time.
      calm.push(await honest());
      flooded.push(await withFlood(order, network, honest));
      await pause(SETTLE_MS);
      return evaluate(medianOf(calm), medianOf(flooded));
    }
    await honest();
    console.log(
      `| flood (what it takes) | from | ${KINDS.join(' | ')} | in peace | ratio | |\n|${' --- |'.repeat(9)}`,
    );
    let isFair = true;
    for (const [row, { flood, route }] of listRows(network !== null).entries()) {
      const order = { port, flood, route, row, adminToken };
      calm.length = flooded.length = 0;
      let { ratio, problems } = await compare(order);
      // One stall of the disk meets every lead of its moment, with a flood or without: of three measurements the middle one counts.
      while (problems.length > 0 && calm.length < 3) ({ ratio, problems } = await compare(order));
      isFair &&= problems.length === 0;
      console.log(
        `| ${flood} (${FLOODS[flood].scarce}) | ${route} | ${describeTimes(medianOf(flooded), ' | ')} | ${describeTimes(medianOf(calm), ', ')} | ${ratio.toFixed(1)} | ${problems.join('; ') || 'fair'} |`,
      );
    }
    return isFair;
  } finally {
    await site.end('SIGTERM');
    await database.destroy();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const postgres = await startTestPostgres();
process.env['VITRIN_TEST_ADMIN_URL'] = postgres.adminUrl;
const network = createFloodNetwork();
if (!network)
  console.log('no second host here (Linux, root and iproute2): floods come by a proxy\n');
try {
  await prepareTemplateDatabase();
  process.exitCode = (await measure(network)) ? 0 : 1;
} finally {
  network?.remove();
  await postgres.stop();
}
