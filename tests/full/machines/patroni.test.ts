import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withDatabase } from '#server/db/client.ts';
import { startTestPlace } from '#tests/faults/place.ts';
import { startEnquiryLoad } from '#tests/full/faults/enquiry-load.ts';
import { IS_LONG } from '#tests/full/faults/fault-table.ts';
import { recordEnquiries } from '#tests/full/faults/verify-enquiries.ts';
import { MISSING_OF_PATRONI, type Node, startPatroniCluster } from './patroni-cluster.ts';

/** Patroni takes `ttl` to believe that a primary is dead. */
const PROMOTED = { timeout: 60_000, interval: 50 };

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

const reason = MISSING_OF_PATRONI
  ? `there is no ${MISSING_OF_PATRONI}`
  : 'takes a minute and a half: npm run faults';
const isWanted = IS_LONG && MISSING_OF_PATRONI === null;

describe('Patroni', { retry: 0, timeout: 300_000 }, () => {
  it.skipIf(!isWanted)(
    `loses no acknowledged enquiry with its primary${isWanted ? '' : ` (skipped: ${reason})`}`,
    async () => {
      const cluster = await startPatroniCluster();
      onTestFinished(() => cluster.stop());
      const { port, dataDir } = await startTestPlace({ DATABASE_URL: cluster.url });
      const load = startEnquiryLoad({ port, senders: 6, readers: 2 });
      await load.untilAcknowledged(1);
      await pause(2_000);

      async function waitFor(role: 'leader' | 'sync_standby', { name }: Node): Promise<number> {
        await expect.poll(async () => (await cluster.find(role)).name, PROMOTED).toBe(name);
        return performance.now();
      }
      const killed = await cluster.find('leader');
      const other = await cluster.find('sync_standby');
      killed.kill();
      const killedAt = performance.now();
      const promotedAt = await waitFor('leader', other);
      const afterDeath = await load.recovery(promotedAt);

      // The machine comes back, and is given its place again in order.
      killed.start();
      await waitFor('sync_standby', killed);
      const askedAt = performance.now();
      await cluster.switchOver();
      const switchedAt = await waitFor('leader', killed);
      const afterSwitch = await load.recovery(switchedAt);
      await load.stop();

      const row = {
        fault: 'primary of Patroni killed, then changed in order',
        rounds: 2,
        recoveryMs: [afterDeath, afterSwitch],
        remark: `promoted ${seconds(promotedAt - killedAt)} after the kill, ${seconds(switchedAt - askedAt)} after it was asked`,
      };
      await withDatabase({ connection: cluster.url }, (db) =>
        recordEnquiries(row, load, { db, dataDir }),
      );
      expect(load.pages.failures).toBe(0);
    },
  );
});
