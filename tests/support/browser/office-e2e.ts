import { rm } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { type Site, test as base } from './e2e.ts';
import { signInAs } from './admin-e2e.ts';
import {
  buildAdmin,
  ENDLESS_SESSION,
  signInForTest,
  type TestSession,
} from '#tests/support/admin.ts';
import { createMovingClock, type MovingClock } from '#tests/support/clock/moving-clock.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type ReceivedMail, startMailServer } from '#tests/support/mail/mail-server.ts';
import { startImapServer } from '#tests/support/mail/imap-server.ts';
import { startSite } from '#tests/support/site-process.ts';

export const TEAM = 'team@vitrin.example';

export type Office = Site & { clock: MovingClock; mails: ReceivedMail[]; imap: ImapServer };
type ImapServer = Awaited<ReturnType<typeof startImapServer>>;

/** Journeys on a site of their own, whose mails go to and come from servers of the test and whose clock the test moves. */
export const test = base.extend<object, { office: Office }>({
  office: [
    async ({ database, databaseUrl }, use) => {
      const dataDir = await makeDataDir();
      const clock = createMovingClock(dataDir, database.db);
      const [mailServer, imap] = await Promise.all([startMailServer(), startImapServer()]);
      const process = await startSite({
        port: await freePort(),
        dataDir,
        environment: {
          ...clock.environment,
          DATABASE_URL: databaseUrl,
          SMTP_URL: mailServer.url,
          IMAP_URL: imap.url,
          MAIL_FROM: 'hello@vitrin.example',
          NOTIFY_EMAIL: TEAM,
        },
      });
      const { url } = process;
      const { mails } = mailServer;
      await use({ url, db: database.db, databaseUrl, dataDir, process, clock, mails, imap });
      await process.end('SIGTERM');
      await Promise.all([mailServer.stop(), imap.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  site: [async ({ office }, use) => use(office), { scope: 'worker' }],
});

export { expect };

/** Signs a new administrator in, whose session lasts whatever the clock says. */
export async function signInAlways(page: Page, { db }: Site): Promise<TestSession> {
  const session = await signInForTest(db, await buildAdmin(db), ENDLESS_SESSION);
  await signInAs(page, session);
  return session;
}

/** Opens a message with its conversation. */
export async function openMessage(page: Page, id: string): Promise<Locator> {
  await page.goto(`/admin/messages?message=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  await expect(dialog.getByRole('tab', { name: 'Reply' })).toBeVisible({ timeout: 20_000 });
  return dialog;
}
