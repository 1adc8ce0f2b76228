import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LIMITS } from '#server/core/limits.ts';
import { postMessage } from '#tests/faults/faults.ts';
import { inDatabase, type Place, startTestPlace } from '#tests/faults/place.ts';
import { IS_LONG, recordFault, RETRY, roundsOf } from './fault-table.ts';
import { killApplication } from './killed-site.ts';

const REMINDERS = 4;

/** Accepts reminders, except the next one after `holdNext`: it never gets a response. */
async function startReceiver() {
  const accepted: string[] = [];
  /** Ids of deliveries by message: a repetition has the id of the first one. */
  const deliveries = new Map<string, Set<unknown>>();
  let held: PromiseWithResolvers<void> | null = null;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, id = ''] = /message=([\da-f-]{36})/.exec(await text(request)) ?? [];
    if (held) {
      held.resolve();
      held = null;
      return;
    }
    accepted.push(id);
    const ids = deliveries.get(id) ?? new Set();
    deliveries.set(id, ids.add(request.headers['x-vitrin-delivery']));
    response.end();
  }

  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    accepted,
    deliveries,
    holdNext: (): Promise<void> => {
      held = Promise.withResolvers();
      return held.promise;
    },
  };
}

async function sendMessage(port: number): Promise<string> {
  const { status, body } = await postMessage(port);
  expect(status, body).toBe(201);
  return (JSON.parse(body) as { id: string }).id;
}

async function makeOverdue(place: Place, messageIds: readonly string[]): Promise<void> {
  const past = new Date(Date.now() - 1_000);
  await inDatabase(place, (db) =>
    db
      .updateTable('conversations')
      .set({ dueAt: past, nextAlertAt: past })
      .where('messageId', 'in', messageIds)
      .execute(),
  );
}

describe('kill -9 while a reminder is posted', { retry: RETRY }, () => {
  it('loses no reminder', { timeout: IS_LONG ? 600_000 : 120_000 }, async () => {
    const rounds = roundsOf({ short: 1, long: 20 });
    const { url, accepted, deliveries, holdNext } = await startReceiver();
    const place = await startTestPlace({
      NOTIFY_WEBHOOK_URL: url,
      NOTIFY_WEBHOOK_SECRET: 'a secret of the webhook',
    });
    const sent: string[] = [];
    const recoveryMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const held = holdNext();
      const ids = await Promise.all(
        Array.from({ length: REMINDERS }, () => sendMessage(place.port)),
      );
      sent.push(...ids);
      await makeOverdue(place, ids);
      await held;
      const { since } = await killApplication(place);
      await expect
        .poll(() => ids.filter((id) => !accepted.includes(id)), { timeout: 60_000 })
        .toEqual([]);
      recoveryMs.push(Math.round(performance.now() - since));
    }
    expect(Math.max(...recoveryMs)).toBeLessThan(LIMITS.mailLease);
    await recordFault({
      fault: 'process killed while it sends a webhook',
      rounds,
      acknowledged: sent.length,
      found: sent.filter((id) => accepted.includes(id)).length,
      doubled: sent.filter((id) => deliveries.get(id)?.size !== 1).length,
      halfDone: 0,
      recoveryMs,
    });
  });
});
