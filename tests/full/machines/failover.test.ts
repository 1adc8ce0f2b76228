import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { examine } from '#tests/faults/doctor.ts';
import { get, makeJobDue } from '#tests/faults/faults.ts';
import { makeTestPlace, startTestPlace } from '#tests/faults/place.ts';
import { type EnquiryLoad, startEnquiryLoad } from '#tests/full/faults/enquiry-load.ts';
import { RETRY } from '#tests/full/faults/fault-table.ts';
import { recordEnquiries, verifyEnquiries } from '#tests/full/faults/verify-enquiries.ts';
import { POSTGRES_PROGRAMS } from './postgres-server.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from './replicated-postgres.ts';

const title = POSTGRES_PROGRAMS
  ? 'a primary that dies'
  : 'a primary that dies (skipped: no PostgreSQL below /usr/lib/postgresql)';

const ACKNOWLEDGED_BEFORE = 25;
const RECOVERED_WITHIN_MS = 5_000;
const TOKENS_JOB = 'conversations.make-tokens';

async function startReplicated(isSynchronous: boolean): Promise<ReplicatedPostgres> {
  const postgres = await startReplicatedPostgres(isSynchronous);
  onTestFinished(() => postgres.stop());
  return postgres;
}

async function startReplicatedSite(isSynchronous: boolean) {
  const postgres = await startReplicated(isSynchronous);
  const { port, dataDir } = await startTestPlace({ DATABASE_URL: postgres.url });
  // During the outage only cached pages are available.
  const home = await get(port, '/');
  expect(home.status).toBe(200);
  const connection = `postgres://postgres@127.0.0.1:${postgres.standby.port}/vitrin`;
  return { postgres, port, dataDir, connection };
}

type Site = Awaited<ReturnType<typeof startReplicatedSite>>;
type Enquiries = Pick<EnquiryLoad, 'enquiries'>;

async function record(
  { connection, dataDir }: Site,
  row: { fault: string; remark?: string; recoveryMs: number[] },
  load: Enquiries,
): Promise<void> {
  await withDatabase({ connection }, (db) => recordEnquiries(row, load, { db, dataDir }));
}

/** Kills the primary under load; the standby takes over after a moment in which neither takes writes. */
async function failOver(
  { postgres, port }: Site,
  beforeTheEnd: (load: EnquiryLoad) => Promise<void> = () => Promise.resolve(),
  orders = 0.75,
) {
  const options = { senders: 8, readers: 2, maxFileBytes: 30_000 };
  const load = startEnquiryLoad({ port, orders, ...options });
  await load.untilAcknowledged(ACKNOWLEDGED_BEFORE);
  await beforeTheEnd(load);
  postgres.primary.signal('SIGKILL');
  const killedAt = performance.now();
  await pause(1_500);
  await postgres.standby.promote();
  const promotedAt = performance.now();
  await expect
    .poll(() => load.acknowledgedSince(promotedAt), { timeout: 20_000, interval: 20 })
    .toBeGreaterThan(0);
  const firstAt = Math.min(...[...load.acknowledged.values()].filter((at) => at > promotedAt));
  await pause(1_000);
  await load.stop();
  return { load, killedAt, recoveryMs: [firstAt - promotedAt] };
}

describe.skipIf(!POSTGRES_PROGRAMS)(title, { retry: RETRY, timeout: 120_000 }, () => {
  it('loses no acknowledged lead where its standby is synchronous, and pages go on', async () => {
    const site = await startReplicatedSite(true);
    const { postgres, dataDir, connection } = site;
    const { load, killedAt, recoveryMs } = await failOver(site);
    const fault = 'primary killed, its synchronous standby takes over';
    const remark = `${load.pages.count} pages from memory meanwhile, ${load.pages.failures} failed`;
    await record(site, { fault, recoveryMs, remark }, load);
    expect(Math.min(...load.acknowledged.values())).toBeLessThan(killedAt);
    expect(load.pages.failures).toBe(0);
    expect(recoveryMs[0]).toBeLessThan(RECOVERED_WITHIN_MS);
    expect(load.failures.get(503)).toBeGreaterThan(0);

    // Jobs, mails and commands find the new server too. What was being sent waits until its lease has run out.
    const readDue = () =>
      postgres.standby.query(
        `select id from outbox_mails where status = 'pending' and (locked_until is null or locked_until < now())`,
      );
    await expect.poll(readDue, { timeout: 60_000, interval: 500 }).toEqual([]);
    await withDatabase({ connection }, (db) => makeJobDue(db, TOKENS_JOB));
    const readDone = () =>
      postgres.standby.query(
        `select 1 from periodic_jobs where name = '${TOKENS_JOB}' and attempts = 0 and due_at > now()`,
      );
    await expect.poll(readDone, { timeout: 40_000 }).toHaveLength(1);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../../server/cli/admin.ts'), 'list'],
      { env: { ...process.env, DATABASE_URL: postgres.url, DATA_DIR: dataDir } },
    );
    expect(stdout).toContain('admin');
  });

  it('acknowledges nothing while the synchronous standby cannot be reached, and loses nothing with it', async () => {
    const site = await startReplicatedSite(true);
    const { load, recoveryMs } = await failOver(site, async ({ acknowledgedSince }) => {
      site.postgres.loseLine();
      const silentSince = performance.now();
      // Longer than a batch of enquiries may take before it is cancelled.
      await pause(4_000);
      expect(acknowledgedSince(silentSince + 200)).toBe(0);
    });
    const fault = 'synchronous standby out of reach, then the primary killed';
    await record(site, { fault, recoveryMs }, load);
  });

  it('loses with an asynchronous standby only what that had not received', async () => {
    const site = await startReplicatedSite(false);
    let silentSince = 0;
    async function loseLine(): Promise<void> {
      silentSince = performance.now();
      site.postgres.loseLine();
      await pause(500);
    }
    // The file of an order that was lost stays where it is.
    const { load, killedAt, recoveryMs } = await failOver(site, loseLine, 0);
    const isAtRisk = ({ key }: { key: string }) => {
      const at = load.acknowledged.get(key) ?? 0;
      return at > silentSince - 100 && at < killedAt + 100;
    };
    const atRisk = load.enquiries.filter(isAtRisk);
    const { connection, dataDir } = site;
    const inGap = await withDatabase({ connection }, (db) =>
      verifyEnquiries({ enquiries: atRisk }, { db, dataDir }),
    );
    const lost = inGap.acknowledged - inGap.found;
    expect(lost).toBeGreaterThan(0);
    const fault = 'primary killed, its asynchronous standby had it all';
    const remark = `besides, ${lost} of ${inGap.acknowledged} lost that were acknowledged in the half second since the standby heard nothing more: what asynchronous means`;
    const enquiries = load.enquiries.filter((enquiry) => !isAtRisk(enquiry));
    await record(site, { fault, recoveryMs, remark }, { enquiries });
  });

  it('is not written to when it comes back beside the one that was promoted', async () => {
    const { primary, standby, url } = await startReplicated(false);
    primary.signal('SIGKILL');
    await standby.promote();
    await primary.start();
    const { rows } = await withDatabase({ connection: url }, (db) =>
      sql`
        select current_setting('port') as port, current_setting('transaction_read_only') as "isReadOnly"
      `.execute(db),
    );
    expect(rows).toEqual([{ port: String(standby.port), isReadOnly: 'off' }]);
    const [old] = await primary.query('show transaction_read_only');
    expect(old).toEqual({ transaction_read_only: 'off' });
  });

  it('is named by the doctor, like a standby that is away', async () => {
    const { primary, standby, url } = await startReplicated(false);
    await withDatabase({ connection: url }, migrateToLatest);
    const { dataDir, port } = await makeTestPlace();
    const environment = { DATABASE_URL: url, DATA_DIR: dataDir, PORT: String(port) };
    const names = [`127.0.0.1:${primary.port}`, `127.0.0.1:${standby.port}`] as const;
    const { stdout } = await examine(environment);
    expect(stdout).toMatch(/^ok +Database +PostgreSQL \d+/m);
    expect(stdout).toContain(`${names[0]} takes writes and waits for no standby`);
    expect(stdout).toContain(`ok       Database       ${names[1]} is a standby.`);
    standby.signal('SIGKILL');
    expect((await examine(environment)).stdout).toMatch(
      new RegExp(`^WARNING +Database +${names[1]} cannot be reached: .*ECONNREFUSED`, 'm'),
    );
  });
});
