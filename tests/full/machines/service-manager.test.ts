import { rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { send } from '#tests/faults/faults.ts';
import { openEmbeddedDatabase } from '#tests/full/faults/embedded-database.ts';
import { startEnquiryLoad } from '#tests/full/faults/enquiry-load.ts';
import { recordFault, RETRY } from '#tests/full/faults/fault-table.ts';
import { verifyEnquiries } from '#tests/full/faults/verify-enquiries.ts';
import { MISSING_PROGRAM, startService } from './service-manager.ts';

const RESTARTS = 2;
/** Before each restart and after the last one. */
const MIN_ENQUIRIES = 5;

async function startTestService() {
  const place = { port: await freePort(), dataDir: await makeDataDir() };
  const service = await startService(place);
  onTestFinished(async () => {
    await service.end();
    await rm(place.dataDir, { recursive: true, force: true });
  });
  await service.ready(1);
  return { ...place, service };
}

/** Clients with persistent connections, which read until the returned function is called; it returns the failed requests. */
function startPersistentConnections(port: number, count: number): () => Promise<string[]> {
  const stopping = new AbortController();
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const ask = (path: string) =>
    new Promise<void>((done) => {
      get({ port, path, agent, host: '127.0.0.1' }, (response) => {
        if (response.statusCode !== 200) failures.push(`${path}: ${response.statusCode}`);
        response.resume().once('end', done).once('error', done);
      }).once('error', (error) => {
        failures.push(`${path}: ${error.message}`);
        done();
      });
    });
  const all = Array.from({ length: count }, async (_, index) => {
    while (!stopping.signal.aborted) {
      await ask(index % 2 === 0 ? '/' : '/api/faqs');
      await pause(10);
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(all);
    agent.destroy();
    return failures;
  };
}

const reason = MISSING_PROGRAM === null ? '' : ` (skipped: ${MISSING_PROGRAM} is not installed)`;

describe.skipIf(reason)(
  `a service that listens on a passed socket${reason}`,
  { retry: RETRY, timeout: 180_000 },
  () => {
    it('is started again under load, and no request fails', async () => {
      const { port, dataDir, service } = await startTestService();
      const url = `http://127.0.0.1:${port}`;
      const load = startEnquiryLoad({ url, senders: 4, readers: 4, maxFileBytes: 30_000 });
      const stopReading = startPersistentConnections(port, 4);
      for (let starts = 1; ; starts += 1) {
        const readyAt = performance.now();
        await expect
          .poll(() => load.acknowledgedSince(readyAt), { timeout: 30_000 })
          .toBeGreaterThan(MIN_ENQUIRIES);
        if (starts > RESTARTS) break;
        service.stop();
        await service.ready(starts + 1);
      }
      await load.stop();
      expect(await stopReading()).toEqual([]);
      expect([...load.failures]).toEqual([]);
      expect(load.pages.failures).toBe(0);
      const { db, destroy } = await openEmbeddedDatabase(dataDir);
      onTestFinished(destroy);
      const { problems, ...outcome } = await verifyEnquiries(load, { db, dataDir });
      expect(problems).toEqual([]);
      await recordFault({
        fault: 'application restarted behind a passed socket',
        rounds: RESTARTS,
        ...outcome,
        recoveryMs: [],
        remark: `${load.pages.count} pages, no request failed`,
      });
    });

    it('answers after a kill -9 who connected meanwhile', async () => {
      const { port, service } = await startTestService();
      service.signalServer('SIGKILL');
      const responses = Array.from({ length: 20 }, async () => {
        const { status } = await send(port, { method: 'GET', path: '/' });
        return status;
      });
      expect(new Set(await Promise.all(responses))).toEqual(new Set([200]));
      await service.ready(2);
    });

    it('notifies the watchdog while it runs, and not while it is frozen', async () => {
      const { service } = await startTestService();
      await expect.poll(service.beats, { timeout: 10_000 }).toBeGreaterThan(2);
      service.signalServer('SIGSTOP');
      // A notification may be on its way.
      await pause(500);
      const beats = service.beats();
      await pause(2_000);
      expect(service.beats()).toBe(beats);
      service.signalServer('SIGCONT');
      await expect.poll(service.beats, { timeout: 10_000 }).toBeGreaterThan(beats);
    });
  },
);
