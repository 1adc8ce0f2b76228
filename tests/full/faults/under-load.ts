import { expect } from 'vitest';
import { inDatabase, type Place } from '#tests/faults/place.ts';
import { type EnquiryLoad, type LoadOptions, startEnquiryLoad } from './enquiry-load.ts';
import { recordEnquiries, type StoredFiles } from './verify-enquiries.ts';
import { startVisitors } from './visitors.ts';

const RECOVERED_WITHIN_MS = 5_000;

/** When a fault was over by `performance.now()`, and by when nothing from before it works any longer. */
export type Blow = { since: number; brokenAt?: number };

type Fault = {
  fault: string;
  rounds?: number;
  place: Place;
  /** Where its files are, unless in its data folder. */
  files?: StoredFiles;
  load?: Partial<LoadOptions>;
  between?: number;
  /** Whether visitors read pages meanwhile, who must be served, and enquiries are accepted again within seconds. */
  hasVisitors?: boolean;
  /** One round; without a result the fault was over at its end. */
  breakAndMend: (load: EnquiryLoad, round: number) => Promise<Blow | void>;
  settle?: () => Promise<unknown>;
};

export async function runUnderLoad({
  fault,
  rounds = 1,
  place,
  files,
  load: options,
  between = 1,
  hasVisitors = false,
  breakAndMend,
  settle,
}: Fault) {
  const { port, dataDir } = place;
  const load = startEnquiryLoad({ port, senders: 6, maxFileBytes: 30_000, ...options });
  const visitors = hasVisitors ? await startVisitors(port) : null;
  const recoveryMs: number[] = [];
  const stop = () => Promise.all([load.stop(), visitors?.stop()]);
  try {
    await load.untilAcknowledged(between);
    for (let round = 0; round < rounds; round += 1) {
      const { since, brokenAt } = (await breakAndMend(load, round)) ?? { since: performance.now() };
      recoveryMs.push(await load.recovery(since, brokenAt));
      await load.untilAcknowledged(between);
    }
  } catch (error) {
    // The load fails too, with an error that says less.
    await stop().catch(() => undefined);
    throw error;
  }
  await stop();
  await settle?.();
  if (visitors) {
    expect.soft(visitors.problems).toEqual([]);
    expect.soft(Math.max(...recoveryMs)).toBeLessThan(RECOVERED_WITHIN_MS);
  }
  const remark = visitors ? { remark: visitors.describe() } : {};
  await inDatabase(place, (db) =>
    recordEnquiries({ fault, rounds, recoveryMs, ...remark }, load, {
      db,
      ...(files ? { files } : { dataDir }),
    }),
  );
  return { load, counts: visitors?.counts ?? {} };
}
