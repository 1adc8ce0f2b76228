import { describe, expect, onTestFinished, vi } from 'vitest';
import { startTestPlace } from '#tests/faults/place.ts';
import { it } from '#tests/support/fixtures.ts';
import { startImapServer } from '#tests/support/mail/imap-server.ts';
import {
  buildMail,
  buildMailedConversation,
  readInboundEntries,
} from '#tests/support/mail/incoming-mails.ts';
import { IS_LONG, recordFault, RETRY, roundsOf } from './fault-table.ts';
import { findChildren, pidOf } from './killed-site.ts';

const READER = /documents\/process\.ts/;
const TIMEOUT_MS = IS_LONG ? 300_000 : 60_000;

describe('kill -9 of what reads a mail', { retry: RETRY, timeout: TIMEOUT_MS }, () => {
  it('costs nothing that a visitor wrote', async ({ ctx, database, db }) => {
    const rounds = roundsOf({ short: 1, long: 10 });
    const server = await startImapServer();
    onTestFinished(() => server.stop());
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const { process: site } = await startTestPlace({
      DATABASE_URL: database.url,
      IMAP_URL: server.url,
      MAIL_FROM: 'hello@vitrin.example',
    });
    const sent: string[] = [];
    const deliver = (text: string) => {
      sent.push(text);
      server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId, text }));
    };
    const readBodies = async () => (await readInboundEntries(db, id)).map(({ body }) => body);
    const countDeferred = async () =>
      (await db.selectFrom('deferredMails').select('uid').execute()).length;
    const waitForIdle = () =>
      expect.poll(() => [...server.sessions].some(({ idleTag }) => idleTag !== null)).toBe(true);
    const recoveryMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await waitForIdle();
      deliver(`killed ${round}`);
      let reader: number | undefined;
      await expect
        .poll(() => ([reader] = findChildren(site.pid, READER)), { interval: 1 })
        .not.toEqual([]);
      process.kill(pidOf(reader), 'SIGKILL');
      const killedAt = performance.now();
      await expect
        .poll(() => db.selectFrom('deferredMails').select('tries').execute())
        .toEqual([{ tries: 1 }]);
      await db.updateTable('deferredMails').set({ nextTryAt: new Date() }).execute();
      await waitForIdle();
      deliver(`next ${round}`);
      await expect.poll(readBodies, { timeout: 30_000 }).toHaveLength(sent.length);
      recoveryMs.push(performance.now() - killedAt);
      // A mail is recorded before it is no longer deferred; one that stays so is half done.
      await vi
        .waitUntil(async () => (await countDeferred()) === 0, { timeout: 10_000 })
        .catch(() => undefined);
    }
    const found = await readBodies();
    await recordFault({
      fault: 'kill -9 of the process that reads a mail',
      rounds,
      acknowledged: sent.length,
      found: sent.filter((text) => found.includes(text)).length,
      doubled: found.length - new Set(found).size,
      halfDone: await countDeferred(),
      recoveryMs,
      remark: 'mails; the half minute until the next try is not in the recovery',
    });
  });
});
