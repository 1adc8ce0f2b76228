import { randomBytes } from 'node:crypto';
import { access, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examine } from '#tests/faults/doctor.ts';
import { makeTestDatabase, startTestPlace } from '#tests/faults/place.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startSite } from '#tests/support/site-process.ts';
import { startEnquiryLoad } from './enquiry-load.ts';
import { RETRY } from './fault-table.ts';
import { recordEnquiries } from './verify-enquiries.ts';

const MAX_DETECTION_MS = 10_000;

async function startUnderLoad() {
  const { db, url: DATABASE_URL } = await makeTestDatabase();
  const place = await startTestPlace({ DATABASE_URL });
  const { port, dataDir } = place;
  const load = startEnquiryLoad({ port, senders: 2, maxFileBytes: 60_000 });
  await load.untilAcknowledged(1);
  async function record(fault: string, recoveryMs: number[]): Promise<void> {
    await load.stop();
    await recordEnquiries({ fault, rounds: recoveryMs.length, recoveryMs }, load, { db, dataDir });
    expect(await place.process.end('SIGTERM')).toBe(0);
  }
  return { place, load, record, environment: { DATABASE_URL } };
}

async function expectProblem(environment: Record<string, string>, text: RegExp): Promise<void> {
  const since = performance.now();
  const { code, stdout } = await examine({ HOST: '127.0.0.1', ...environment });
  expect(stdout).toMatch(text);
  expect(code).toBe(1);
  expect(performance.now() - since).toBeLessThan(MAX_DETECTION_MS);
}

describe('what does not belong together', { retry: RETRY, timeout: 120_000 }, () => {
  it('two installations sharing one DATA_DIR: the second one does not start', async () => {
    const { place, load, record } = await startUnderLoad();
    const { dataDir } = place;
    const [other, port] = [await makeTestDatabase(), await freePort()];
    const environment = { DATABASE_URL: other.url };
    await expect(startSite({ port, dataDir, environment })).rejects.toThrow(
      new RegExp(`DATA_DIR must be .* belongs to another one.*rm ${dataDir}/installation`),
    );
    await expectProblem(
      { ...environment, DATA_DIR: dataDir, PORT: String(port) },
      /^PROBLEM +Secrets +DATA_DIR must be a folder of this installation.*\n +→ Set DATA_DIR/m,
    );
    const recoveryMs = [await load.recovery(performance.now())];
    await record('two installations sharing one DATA_DIR', recoveryMs);
  });

  it('missing key: the start stops until it is back', async () => {
    const { place, load, record, environment } = await startUnderLoad();
    const { port, dataDir } = place;
    const recoveryMs: number[] = [];
    await place.process.end('SIGKILL');
    for (const name of ['audit-key', 'totp-key', 'track-key']) {
      await place.process.end('SIGTERM');
      const key = join(dataDir, 'secrets', name);
      await rename(key, `${key}-forgotten`);
      const variable = name.toUpperCase().replace('-', '_');
      await expect(place.start()).rejects.toThrow(
        `${variable} must be the key that this database was used with: ${key} is missing.`,
      );
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
      await place.start();
      recoveryMs.push(await load.recovery(since));
    }
    await record('missing key', recoveryMs);
  });
});
