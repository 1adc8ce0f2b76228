import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import {
  POSTGRES_PROGRAMS,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from './replicated-postgres.ts';
import { startSite } from '#tests/support/site-process.ts';
import { examine } from '#tests/faults/doctor.ts';
import { send } from '#tests/faults/faults.ts';
import { type EnquiryLoad, startEnquiryLoad } from '#tests/full/faults/enquiry-load.ts';
import { recordFault, RETRY } from '#tests/full/faults/fault-table.ts';
import { type Outcome, verifyEnquiries } from '#tests/full/faults/verify-enquiries.ts';

const title = POSTGRES_PROGRAMS
  ? 'a primary that dies'
  : 'a primary that dies (skipped: no PostgreSQL below /usr/lib/postgresql)';

const SENDERS = 8;
/** Also on a machine that is busy with something else. */
const ACKNOWLEDGED_BEFORE = 25;
const MAX_FILE_BYTES = 30_000;
const RECOVERED_WITHIN_MS = 5_000;

async function startReplicated(isSynchronous: boolean): Promise<ReplicatedPostgres> {
  const postgres = await startReplicatedPostgres(isSynchronous);
  onTestFinished(() => postgres.stop());
  return postgres;
}

async function startReplicatedSite(isSynchronous: boolean) {
  const postgres = await startReplicated(isSynchronous);
  const dataDir = await makeDataDir();
  const port = await freePort();
  const environment = { DATABASE_URL: postgres.url, SAMPLE_CONTENT: 'off' };
  const site = await startSite({ port, dataDir, environment });
  onTestFinished(async () => {
    await site.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });
  // During the outage only cached pages are available.
  const home = await send(port, { method: 'GET', path: '/' });
  expect(home.status).toBe(200);
  return { postgres, port, dataDir };
}

/** What the server that took over holds of these enquiries. */
async function readOutcome(
  { standby }: ReplicatedPostgres,
  { enquiries, dataDir }: Pick<EnquiryLoad, 'enquiries'> & { dataDir: string },
): Promise<Outcome> {
  const connection = `postgres://postgres@127.0.0.1:${standby.port}/vitrin`;
  const { db, destroy } = createDatabase({ connection });
  try {
    return await verifyEnquiries({ enquiries }, { db, dataDir });
  } finally {
    await destroy();
  }
}

/** Kills the primary under load; the standby takes over after a moment in which nobody takes writes. */
async function failOver(
  postgres: ReplicatedPostgres,
  port: number,
  beforeTheEnd: (load: EnquiryLoad) => Promise<void>,
  orders?: number,
) {
  const load = startEnquiryLoad({
    url: `http://127.0.0.1:${port}`,
    senders: SENDERS,
    readers: 2,
    maxFileBytes: MAX_FILE_BYTES,
    ...(orders !== undefined && { orders }),
  });
  await expect
    .poll(() => load.acknowledged.size, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(ACKNOWLEDGED_BEFORE);
  await beforeTheEnd(load);
  postgres.primary.signal('SIGKILL');
  const killedAt = performance.now();
  await pause(1_500);
  await postgres.standby.promote();
  const promotedAt = performance.now();
  await expect
    .poll(() => Math.max(...load.acknowledged.values()), { timeout: 20_000, interval: 20 })
    .toBeGreaterThan(promotedAt);
  await pause(1_000);
  await load.stop();
  const after = [...load.acknowledged.values()].filter((at) => at > promotedAt);
  return {
    load,
    killedAt,
    firstWriteAfterMs: Math.min(...after) - promotedAt,
    acknowledgedAfter: after.length,
  };
}

describe.skipIf(!POSTGRES_PROGRAMS)(title, { retry: RETRY, timeout: 120_000 }, () => {
  it('loses no acknowledged lead where its standby is synchronous, and pages go on', async () => {
    const { postgres, port, dataDir } = await startReplicatedSite(true);
    const { load, killedAt, firstWriteAfterMs } = await failOver(postgres, port, () =>
      Promise.resolve(),
    );
    const { enquiries } = load;
    const { problems, ...outcome } = await readOutcome(postgres, { enquiries, dataDir });
    expect(problems).toEqual([]);
    await recordFault({
      fault: 'primary killed, its synchronous standby takes over',
      rounds: 1,
      ...outcome,
      recoveryMs: [Math.round(firstWriteAfterMs)],
      remark: `${load.pages.count} pages from memory meanwhile, ${load.pages.failures} failed`,
    });
    expect(Math.min(...load.acknowledged.values())).toBeLessThan(killedAt);
    expect(load.pages.failures).toBe(0);
    expect(firstWriteAfterMs).toBeLessThan(RECOVERED_WITHIN_MS);
    expect(load.failures.get(503)).toBeGreaterThan(0);

    // Jobs and mails find the new server too, and so do the commands. What was just being sent waits until its lease has run out.
    await expect
      .poll(
        async () => {
          const [row] = await postgres.standby.query(
            `select count(*)::int as waiting from outbox_mails where status = 'pending' and (locked_until is null or locked_until < now())`,
          );
          return row?.['waiting'];
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(0);
    await postgres.standby.query(
      `update periodic_jobs set due_at = now() - interval '1 day' where name = 'conversations.make-tokens'`,
    );
    await expect
      .poll(
        () =>
          postgres.standby.query(
            `select 1 from periodic_jobs where name = 'conversations.make-tokens' and attempts = 0 and due_at > now()`,
          ),
        { timeout: 40_000 },
      )
      .toHaveLength(1);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../../server/cli/admin.ts'), 'list'],
      { env: { ...process.env, DATABASE_URL: postgres.url, DATA_DIR: dataDir } },
    );
    expect(stdout).toContain('admin');
  });

  it('acknowledges nothing while the synchronous standby cannot be reached, and loses nothing with it', async () => {
    const { postgres, port, dataDir } = await startReplicatedSite(true);
    const { load, firstWriteAfterMs } = await failOver(postgres, port, async ({ acknowledged }) => {
      postgres.loseLine();
      const silentSince = performance.now();
      // Longer than a group of leads may take before it is cancelled.
      await pause(4_000);
      const since = [...acknowledged.values()].filter((at) => at > silentSince + 200);
      expect(since).toEqual([]);
    });
    const { enquiries } = load;
    const { problems, ...outcome } = await readOutcome(postgres, { enquiries, dataDir });
    expect(problems).toEqual([]);
    await recordFault({
      fault: 'synchronous standby out of reach, then the primary killed',
      rounds: 1,
      ...outcome,
      recoveryMs: [Math.round(firstWriteAfterMs)],
    });
  });

  it('loses with an asynchronous standby only what that had not received', async () => {
    const { postgres, port, dataDir } = await startReplicatedSite(false);
    let silentSince = 0;
    async function loseLine(): Promise<void> {
      silentSince = performance.now();
      postgres.loseLine();
      await pause(500);
    }
    // The file of an order that was lost stays where it is.
    const { load, killedAt, firstWriteAfterMs } = await failOver(postgres, port, loseLine, 0);
    const { [String(true)]: atRisk = [], [String(false)]: others = [] } = Object.groupBy(
      load.enquiries,
      ({ key }) => {
        const at = load.acknowledged.get(key) ?? 0;
        return String(at > silentSince - 100 && at < killedAt + 100);
      },
    );
    const inGap = await readOutcome(postgres, { enquiries: atRisk, dataDir });
    const lost = inGap.acknowledged - inGap.found;
    expect(lost).toBeGreaterThan(0);
    const { problems, ...outcome } = await readOutcome(postgres, { enquiries: others, dataDir });
    expect(problems).toEqual([]);
    await recordFault({
      fault: 'primary killed, its asynchronous standby had it all',
      rounds: 1,
      ...outcome,
      recoveryMs: [Math.round(firstWriteAfterMs)],
      remark: `besides, ${lost} of ${inGap.acknowledged} lost that were acknowledged in the half second since the standby heard nothing more: what asynchronous means`,
    });
  });

  it('is not written to when it comes back beside the one that was promoted', async () => {
    const { primary, standby, url } = await startReplicated(false);
    primary.signal('SIGKILL');
    await standby.promote();
    await primary.restart();
    const { db, destroy } = createDatabase({ connection: url });
    try {
      const { rows } = await sql<{ port: string }>`
        select current_setting('port') as port, current_setting('transaction_read_only') as "isReadOnly"
      `.execute(db);
      expect(rows).toEqual([{ port: String(standby.port), isReadOnly: 'off' }]);
      const [old] = await primary.query('show transaction_read_only');
      expect(old).toEqual({ transaction_read_only: 'off' });
    } finally {
      await destroy();
    }
  });

  it('is named by the doctor, like a standby that is away', async () => {
    const { primary, standby, url } = await startReplicated(false);
    const { db, destroy } = createDatabase({ connection: url });
    await migrateToLatest(db);
    await destroy();
    const dataDir = await makeDataDir();
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const environment = { DATABASE_URL: url, DATA_DIR: dataDir, PORT: String(await freePort()) };
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
