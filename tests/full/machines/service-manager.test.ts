import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { get } from '#tests/faults/faults.ts';
import { inDatabase, makeTestPlace } from '#tests/faults/place.ts';
import { startEnquiryLoad } from '#tests/full/faults/enquiry-load.ts';
import { RETRY } from '#tests/full/faults/fault-table.ts';
import { createPersistentClient } from '#tests/full/faults/persistent-client.ts';
import { recordEnquiries } from '#tests/full/faults/verify-enquiries.ts';
import { SAMPLE_ORDER_OPTIONS, storeSampleOptions } from '#tests/support/samples/sample-options.ts';
import { MISSING_PROGRAM, startService } from './service-manager.ts';

const RESTARTS = 2;
const MIN_ENQUIRIES = 5;

async function startTestService() {
  const place = await makeTestPlace();
  const service = await startService(place);
  onTestFinished(() => service.end());
  await service.ready(1);
  await inDatabase(place, storeSampleOptions);
  const readForm = async () => (await fetch(`http://127.0.0.1:${place.port}/order`)).text();
  await expect.poll(readForm).toContain(SAMPLE_ORDER_OPTIONS.timelines[0]?.value);
  return { place, port: place.port, service };
}

/** Clients with persistent connections, which read until the returned function is called; it returns the failed requests. */
function startPersistentConnections(port: number, count: number): () => Promise<string[]> {
  const stopping = new AbortController();
  const failures: string[] = [];
  const client = createPersistentClient(port, count);
  const all = Array.from({ length: count }, async (_, index) => {
    const path = index % 2 === 0 ? '/' : '/api/faqs';
    while (!stopping.signal.aborted) {
      const outcome = await client.ask(path).catch(String);
      if (outcome !== 200) failures.push(`${path}: ${outcome}`);
      await pause(10);
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(all);
    client.close();
    return failures;
  };
}

const reason = MISSING_PROGRAM === null ? '' : ` (skipped: ${MISSING_PROGRAM} is not installed)`;

describe.skipIf(reason)(
  `a service that listens on a passed socket${reason}`,
  { retry: RETRY, timeout: 180_000 },
  () => {
    it('is started again under load, and no request fails', async () => {
      const { place, port, service } = await startTestService();
      const load = startEnquiryLoad({ port, senders: 4, readers: 4, maxFileBytes: 30_000 });
      const stopReading = startPersistentConnections(port, 4);
      for (let starts = 1; ; starts += 1) {
        await load.untilAcknowledged(MIN_ENQUIRIES);
        if (starts > RESTARTS) break;
        service.stop();
        await service.ready(starts + 1);
      }
      await load.stop();
      expect(await stopReading()).toEqual([]);
      expect([...load.failures]).toEqual([]);
      expect(load.pages.failures).toBe(0);
      const fault = 'application restarted behind a passed socket';
      const remark = `${load.pages.count} pages, no request failed`;
      await inDatabase(place, (db) =>
        recordEnquiries({ fault, rounds: RESTARTS, remark }, load, { db, dataDir: place.dataDir }),
      );
    });

    it('answers after a kill -9 who connected meanwhile', async () => {
      const { port, service } = await startTestService();
      service.signalServer('SIGKILL');
      const responses = Array.from({ length: 20 }, async () => {
        const { status } = await get(port, '/');
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
