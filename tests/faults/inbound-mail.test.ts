import { rm } from 'node:fs/promises';
import { describe, expect, onTestFinished } from 'vitest';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { it } from '#tests/support/fixtures.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startImapServer } from '#tests/support/mail/imap-server.ts';
import {
  buildMail,
  buildMailedConversation,
  readInboundEntries,
} from '#tests/support/mail/incoming-mails.ts';
import { startSite } from '#tests/support/site-process.ts';

const MAILS = 12;

async function start(databaseUrl: string, imapUrl: string) {
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const site = await startSite({
    port: await freePort(),
    dataDir,
    environment: {
      DATABASE_URL: databaseUrl,
      SAMPLE_CONTENT: 'off',
      IMAP_URL: imapUrl,
      MAIL_FROM: 'hello@vitrin.example',
    },
  });
  onTestFinished(async () => void (await site.end('SIGKILL')));
  return site;
}

describe('answers by mail', { timeout: 300_000 }, () => {
  it('are recorded once each, whichever process reads them and wherever it is killed', async ({
    ctx,
    database,
    db,
  }) => {
    const server = await startImapServer();
    onTestFinished(() => server.stop());
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const countFetches = () =>
      server.commands.filter((line) => line.startsWith('UID FETCH')).length;
    const deliver = (index: number) =>
      server.deliver(
        buildMail({ from: email, inReplyTo: receipt.messageId, text: `answer ${index}` }),
      );

    let reading = await start(database.url, server.url);
    await expect.poll(() => [...server.sessions].some(({ idleTag }) => idleTag)).toBe(true);
    for (let index = 0; index < MAILS; index += 1) deliver(index);
    // The second kill finds a mail that the process before it may have fetched already.
    for (const fetches of [1, 4]) {
      const next = start(database.url, server.url);
      await expect.poll(countFetches, { interval: 1 }).toBeGreaterThanOrEqual(fetches);
      await reading.end('SIGKILL');
      reading = await next;
    }
    await expect
      .poll(async () => new Set((await readInboundEntries(db, id)).map(({ body }) => body)), {
        // What a busy machine sets aside is read half a minute later, after those behind it.
        timeout: 150_000,
      })
      .toEqual(new Set(Array.from({ length: MAILS }, (_, index) => `answer ${index}`)));
    expect(await readInboundEntries(db, id)).toHaveLength(MAILS);
    await expect
      .poll(() => db.selectFrom('mailInboxes').select('lastUid').execute())
      .toContainEqual({ lastUid: MAILS });
  });
});
