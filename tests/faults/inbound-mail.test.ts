import { expect, onTestFinished } from 'vitest';
import { it } from '#tests/support/fixtures.ts';
import { startImapServer } from '#tests/support/mail/imap-server.ts';
import {
  buildMail,
  buildMailedConversation,
  readInboundEntries,
} from '#tests/support/mail/incoming-mails.ts';
import { startTestPlace } from './place.ts';

const MAILS = 12;

it(
  'answers by mail are recorded once each, whichever process reads them and wherever it is killed',
  { timeout: 300_000 },
  async ({ ctx, database, db }) => {
    const server = await startImapServer();
    onTestFinished(() => server.stop());
    const { id, email, receipt } = await buildMailedConversation(ctx);
    const countFetches = () =>
      server.commands.filter((line) => line.startsWith('UID FETCH')).length;
    const environment = {
      DATABASE_URL: database.url,
      IMAP_URL: server.url,
      MAIL_FROM: 'hello@vitrin.example',
    };

    let { process: reading } = await startTestPlace(environment);
    await expect.poll(() => [...server.sessions].some(({ idleTag }) => idleTag)).toBe(true);
    const bodies = Array.from({ length: MAILS }, (_, index) => `answer ${index}`);
    for (const text of bodies) {
      server.deliver(buildMail({ from: email, inReplyTo: receipt.messageId, text }));
    }
    // The second kill finds a mail that the process before it may have fetched already.
    for (const fetches of [1, 4]) {
      const next = startTestPlace(environment);
      await expect
        .poll(countFetches, { interval: 1, timeout: 60_000 })
        .toBeGreaterThanOrEqual(fetches);
      await reading.end('SIGKILL');
      ({ process: reading } = await next);
    }
    const readBodies = async () =>
      new Set((await readInboundEntries(db, id)).map(({ body }) => body));
    // An email deferred on a busy machine is read half a minute later, after newer ones.
    await expect.poll(readBodies, { timeout: 150_000 }).toEqual(new Set(bodies));
    expect(await readInboundEntries(db, id)).toHaveLength(MAILS);
    await expect
      .poll(() => db.selectFrom('mailInboxes').select('lastUid').execute())
      .toContainEqual({ lastUid: MAILS });
  },
);
