import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DB } from '#server/db/types.ts';
import { mailSettings, makePlace } from '#tests/faults/place.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { startEnquiryLoad } from './enquiry-load.ts';
import { recordFault } from './fault-table.ts';
import { type Use, readUse, type Role, ROLES } from './soak/processes.ts';
import { type SoakLoad, startSoakLoad } from './soak/soak-load.ts';
import { verifyEnquiries } from './verify-enquiries.ts';

const IS_ASKED_FOR = process.env['FAULTS_SOAK'] !== undefined;
/** Of the load; a number in place of `on` makes it shorter. */
const MINUTES = Number(process.env['FAULTS_SOAK']) || 30;
const SAMPLE_MS = 10_000;
const MIB = 1024 * 1024;
/** Until caches and tables of bounded size are full and the code is compiled. */
const WARM_UP = MINUTES / 3;
const SPAN = MINUTES / 6;
/** A leak of 1 kB in each of the 60 requests of a second would be 3.5 MiB a minute. */
const MAX_MEMORY_SLOPE = 1 * MIB;
/** From the end of the warm-up to the last minutes, of memory and descriptors. */
const MAX_GROWTH = 1.15;
/** Streams and connections come and go while somebody counts. */
const MAX_MORE = 4;
/** Of an installation that nobody uses any more, against how it started. */
const MAX_MORE_IDLE = 20;

type Line = { minute: number; connections: number } & Record<Role, Use>;

/** An application with its own database and a mail server that accepts its mails. */
async function startInstallation() {
  const received = new Map<string, number>();
  const mailServer = await startMailServer({
    async onData(stream, _session, done) {
      const [, id = ''] = /^message-id: (.*)$/im.exec((await buffer(stream)).toString()) ?? [];
      received.set(id, (received.get(id) ?? 0) + 1);
      done();
    },
  });
  const place = await makePlace({
    ...mailSettings(mailServer.url),
    SAMPLE_CONTENT: 'on',
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
  const { dataDir, port } = place;
  const log = openSync(join(dataDir, 'log'), 'a');
  const { pid } = await place.start({ stdout: log });
  const { db, destroy } = await place.openDatabase();
  onTestFinished(async () => {
    await destroy();
    await place.stop();
    await mailServer.stop();
    closeSync(log);
  });
  return { dataDir, port, pid, db, received };
}

async function countConnections(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name <> 'test'
  `.execute(db);
  return rows[0]?.count ?? 0;
}

type Site = Awaited<ReturnType<typeof startInstallation>>;

async function measure({ pid, db }: Site, minute: number): Promise<Line> {
  return { minute, ...(await readUse(pid)), connections: await countConnections(db) };
}

type Sample = { minute: number; value: number };

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = Number.NaN, high = low] = sorted.slice(
    Math.ceil(sorted.length / 2) - 1,
    Math.floor(sorted.length / 2) + 1,
  );
  return (low + high) / 2;
}

/** The median of the slopes between all pairs of samples (Theil and Sen), which a few taken during a garbage collection do not change. */
function slopePerMinute(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((a, index) =>
    samples.slice(index + 1).map((b) => (b.value - a.value) / (b.minute - a.minute)),
  );
  return slopes.length === 0 ? 0 : median(slopes);
}

/** What a value is in the warmed-up installation, how it ends, and by how much it grows in a minute. */
function trendOf(lines: readonly Line[], read: (line: Line) => number) {
  const between = (from: number, to: number) =>
    lines
      .filter(({ minute }) => minute >= from && minute <= to)
      .map((line): Sample => ({ minute: line.minute, value: read(line) }));
  const valuesOf = (from: number, to: number) => between(from, to).map(({ value }) => value);
  return {
    start: median(valuesOf(WARM_UP, WARM_UP + SPAN)),
    end: median(valuesOf(MINUTES - SPAN, MINUTES)),
    most: Math.max(...valuesOf(WARM_UP, MINUTES)),
    slope: slopePerMinute(between(WARM_UP, MINUTES)),
  };
}

type Trends = ReturnType<typeof trendsOf>;

function trendsOf(lines: readonly Line[]) {
  // Of each process: the database has more of them while it has more to do.
  const each = (role: Role, what: 'memory' | 'descriptors') =>
    trendOf(lines, (line) => line[role][what] / Math.max(1, line[role].processes));
  const roles = ROLES.map((role) => ({
    role,
    processes: trendOf(lines, (line) => line[role].processes),
    memory: each(role, 'memory'),
    descriptors: each(role, 'descriptors'),
  }));
  return { roles, connections: trendOf(lines, ({ connections }) => connections) };
}

function print({ roles, connections }: Trends): void {
  const mib = (bytes: number) => Number((bytes / MIB).toFixed(2));
  const rows = roles.map(({ role, processes, memory, descriptors }) => ({
    processes: role,
    number: `${processes.start} … ${processes.end}`,
    'MiB each': `${mib(memory.start)} … ${mib(memory.end)}`,
    'MiB a minute': mib(memory.slope),
    'descriptors each': `${descriptors.start.toFixed(0)} … ${descriptors.end.toFixed(0)}`,
    'a minute': Number(descriptors.slope.toFixed(2)),
  }));
  console.table(rows);
  const { start, end, most } = connections;
  console.log(`Database connections: ${start} … ${end}, ${most} at most.`);
}

function expectFlat({ roles, connections }: Trends): void {
  for (const { role, processes, memory, descriptors } of roles) {
    expect(memory.slope, `memory of ${role}`).toBeLessThan(MAX_MEMORY_SLOPE);
    expect(memory.end, `memory of ${role}`).toBeLessThanOrEqual(memory.start * MAX_GROWTH);
    expect(descriptors.end, `descriptors of ${role}`).toBeLessThanOrEqual(
      descriptors.start * MAX_GROWTH + MAX_MORE,
    );
    expect(processes.end, `processes of ${role}`).toBeLessThanOrEqual(processes.start + MAX_MORE);
  }
  expect(connections.end).toBeLessThanOrEqual(connections.start + MAX_MORE);
}

function describeLoad({ counts }: SoakLoad, mails: number): string {
  const { pages, adminReads, streams, events, changes } = counts;
  return `${pages} pages, ${adminReads} reads and ${changes} changes of administrators, ${streams} event streams with ${events} events, ${mails} mails`;
}

const reason = IS_ASKED_FOR ? '' : ' (skipped: only with npm run faults -- --soak)';

describe('a soak', { retry: 0 }, () => {
  it.skipIf(reason !== '')(
    `leaves memory, descriptors and connections where they were after the warm-up${reason}`,
    { timeout: (MINUTES + 10) * 60_000 },
    async () => {
      const site = await startInstallation();
      const idle = await measure(site, 0);
      const { token } = await signInForTest(site.db);
      const { port } = site;
      const options = { senders: 3, pauseMs: 1_000, maxFileBytes: 100_000 };
      const enquiries = startEnquiryLoad({ port, ...options });
      const load = startSoakLoad({ url: `http://127.0.0.1:${port}`, token });
      const started = performance.now();
      const lines: Line[] = [];
      for (let minute = 0; minute < MINUTES;) {
        await pause(SAMPLE_MS);
        minute = (performance.now() - started) / 60_000;
        lines.push(await measure(site, minute));
      }
      await load.stop();
      await enquiries.stop();
      const trends = trendsOf(lines);
      print(trends);
      const readPending = () => readRows(site.db, 'outboxMails', ['id'], { status: 'pending' });
      await expect.poll(readPending, { timeout: 60_000 }).toEqual([]);
      const text = describeLoad(load, site.received.size);
      console.log(text);
      const { problems, ...outcome } = await verifyEnquiries(enquiries, site);
      expect(problems).toEqual([]);
      const twice = [...site.received.values()].filter((times) => times > 1).length;
      await recordFault({
        fault: `${MINUTES} minutes' soak`,
        rounds: 1,
        ...outcome,
        doubled: outcome.doubled + twice,
        recoveryMs: [],
        remark: text,
      });
      expect(load.failures).toEqual([]);
      expect([...enquiries.failures]).toEqual([]);
      // Connections of visitors that are kept open close after some seconds.
      await expect
        .poll(async () => (await measure(site, 0)).application.descriptors, { timeout: 60_000 })
        .toBeLessThanOrEqual(idle.application.descriptors + MAX_MORE_IDLE);
      const log = await readFile(join(site.dataDir, 'log'), 'utf8');
      expect(log.split('\n').filter((line) => /"level":(?:50|60)/.test(line))).toEqual([]);
      expectFlat(trends);
    },
  );
});
