import { randomBytes } from 'node:crypto';
import { access, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startSite } from '#tests/support/site-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { examine } from '#tests/faults/doctor.ts';
import { startEnquiryLoad } from './enquiry-load.ts';
import { recordFault, RETRY } from './fault-table.ts';
import { verifyEnquiries } from './verify-enquiries.ts';

const MAX_DETECTION_MS = 10_000;

async function makePlace() {
  const [database, dataDir] = [await createTestDatabase(), await makeDataDir()];
  onTestFinished(async () => {
    await database.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });
  const [port, otherPort] = [await freePort(), await freePort()];
  return { database, dataDir, port, otherPort, environment: { DATABASE_URL: database.url } };
}

/** Expects a problem of the doctor in time. */
async function expectProblem(environment: Record<string, string>, text: RegExp): Promise<void> {
  const since = performance.now();
  const { code, stdout } = await examine({ HOST: '127.0.0.1', ...environment });
  expect(stdout).toMatch(text);
  expect(code).toBe(1);
  expect(performance.now() - since).toBeLessThan(MAX_DETECTION_MS);
}

describe('what does not belong together', { retry: RETRY, timeout: 120_000 }, () => {
  it('two installations sharing one DATA_DIR: the second one does not start', async () => {
    const { database, dataDir, port, otherPort, environment } = await makePlace();
    const other = await createTestDatabase();
    onTestFinished(() => other.destroy());
    const site = await startSite({ port, dataDir, environment });
    const load = startEnquiryLoad({ url: site.url, senders: 2, maxFileBytes: 60_000 });
    await load.recovery(performance.now());
    const theirs = { DATABASE_URL: other.url };
    const second = startSite({ port: otherPort, dataDir, environment: theirs });
    await expect(second).rejects.toThrow(
      new RegExp(`DATA_DIR must be .* belongs to another one.*rm ${dataDir}/installation`),
    );
    await expectProblem(
      { ...theirs, DATA_DIR: dataDir, PORT: String(otherPort) },
      /^PROBLEM +Secrets +DATA_DIR must be a folder of this installation.*\n +→ Set DATA_DIR/m,
    );
    const recoveryMs = [await load.recovery(performance.now())];
    await load.stop();
    const { problems, ...outcome } = await verifyEnquiries(load, { db: database.db, dataDir });
    expect(problems).toEqual([]);
    expect(await site.end('SIGTERM')).toBe(0);
    const fault = 'two installations sharing one DATA_DIR';
    await recordFault({ fault, rounds: 1, ...outcome, recoveryMs });
  });

  it('missing key: the start stops until it is back', async () => {
    const { database, dataDir, port, environment } = await makePlace();
    const site = await startSite({ port, dataDir, environment });
    const load = startEnquiryLoad({ url: site.url, senders: 2, maxFileBytes: 60_000 });
    await load.recovery(performance.now());
    await site.end('SIGKILL');
    const recoveryMs: number[] = [];
    for (const name of ['audit-key', 'totp-key', 'track-key']) {
      const key = join(dataDir, 'secrets', name);
      await rename(key, `${key}-forgotten`);
      const variable = name.toUpperCase().replace('-', '_');
      const said = `${variable} must be the key that this database was used with: ${key} is missing.`;
      await expect(startSite({ port, dataDir, environment })).rejects.toThrow(said);
      await expectProblem(
        { ...environment, DATA_DIR: dataDir, PORT: String(port) },
        new RegExp(
          `^PROBLEM +Secrets +${variable} must be .* is missing\\.\n +→ Put the former`,
          'm',
        ),
      );
      await expect(access(key)).rejects.toThrow('ENOENT');
      const wrong = { ...environment, [variable]: randomBytes(32).toString('hex') };
      await expect(startSite({ port, dataDir, environment: wrong })).rejects.toThrow(
        `${variable} is another key`,
      );
      await rename(`${key}-forgotten`, key);
      const since = performance.now();
      const again = await startSite({ port, dataDir, environment });
      recoveryMs.push(await load.recovery(since));
      await again.end('SIGTERM');
    }
    const last = await startSite({ port, dataDir, environment });
    await load.stop();
    const { problems, ...outcome } = await verifyEnquiries(load, { db: database.db, dataDir });
    expect(problems).toEqual([]);
    expect(await last.end('SIGTERM')).toBe(0);
    await recordFault({ fault: 'missing key', rounds: recoveryMs.length, ...outcome, recoveryMs });
  });
});
