import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readAppliedMigrations } from '#server/db/migrate.ts';
import { countJobRuns, JSON_TYPE, makeJobDue, send, settingsWith } from '#tests/faults/faults.ts';
import { mailSettings, makeTestDatabase } from '#tests/faults/place.ts';
import { startEnquiryLoad } from '#tests/full/faults/enquiry-load.ts';
import { IS_LONG, RETRY } from '#tests/full/faults/fault-table.ts';
import { recordEnquiries } from '#tests/full/faults/verify-enquiries.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { HAPROXY, startHaproxy } from '#tests/support/proxies/haproxy.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { NGINX, startNginx } from '#tests/support/proxies/nginx.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { makeNextVersion } from './next-version.ts';

const HOST = 'www.example.com';
const PAGES = ['/', '/portfolio', '/blog', '/pricing', '/faq', '/order', '/contact', '/admin'];
const READS = ['/api/admin/orders', '/api/admin/messages', '/api/admin/mails', '/api/admin/queue'];

/** Visitors who read pages with all their files, and an administrator who reads lists; `failures` says what was no 200. */
function startReaders(port: number, token: string) {
  const failures: string[] = [];
  const files = new Set<string>();
  let count = 0;
  const stopping = new AbortController();

  async function read(path: string): Promise<string> {
    const headers = [['host', HOST] as const, ['x-admin-session', token] as const];
    const { status, body } = await send(port, { method: 'GET', path, headers }).catch(
      (error: unknown) => ({ status: 0, body: String(error) }),
    );
    count += 1;
    if (status !== 200) failures.push(`${path}: ${status} ${body.slice(0, 60)}`);
    return body;
  }

  async function keepReading(paths: readonly string[], offset: number): Promise<void> {
    for (let index = offset; !stopping.signal.aborted; index += 1) {
      const body = await read(paths[index % paths.length] ?? '/');
      const named = body.match(/(?<=")\/assets\/[\w.-]+/g) ?? [];
      for (const file of new Set(named)) {
        files.add(file);
        await read(file);
      }
      await pause(10);
    }
  }

  const all = [0, 2, 4, 6].map((offset) => keepReading(PAGES, offset));
  all.push(...[0, 2].map((offset) => keepReading(READS, offset)));
  return {
    failures,
    files,
    count: () => count,
    async stop() {
      stopping.abort();
      await Promise.all(all);
    },
  };
}

type Fixture = Awaited<ReturnType<typeof startFixture>>;

/** A database, a mail server, and a next version; its installations have one folder in common, as they would have one S3. */
async function startFixture() {
  const test = await makeTestDatabase();
  const mailServer = await startMailServer();
  const [dataDir, next] = [await makeDataDir(), await makeDataDir()];
  makeNextVersion(next);
  const environment = {
    DATABASE_URL: test.url,
    PUBLIC_URL: `http://${HOST}`,
    TRUSTED_PROXIES: '127.0.0.1',
    ...mailSettings(mailServer.url),
    AUDIT_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'debug',
  };
  const running = new Set<SiteProcess>();
  onTestFinished(async () => {
    await Promise.all([...running].map((site) => site.end('SIGTERM')));
    await mailServer.stop();
    for (const folder of [dataDir, next]) await rm(folder, { recursive: true, force: true });
  });
  return {
    test,
    mailServer,
    dataDir,
    next,
    ports: [await freePort(), await freePort()] as const,
    token: (await signInForTest(test.db)).token,
    start: async (port: number, root?: string): Promise<SiteProcess> => {
      const site = await startSite({ port, dataDir, environment, ...(root ? { root } : {}) });
      running.add(site);
      return site;
    },
    end: async (site: SiteProcess): Promise<void> => {
      running.delete(site);
      expect(await site.end('SIGTERM'), site.output().slice(-2_000)).toBe(0);
    },
  };
}

/** What is changed at the new version is seen at the old one, and jobs are done by both. */
async function expectSideBySide({ test, ports, token }: Fixture, both: readonly SiteProcess[]) {
  expect(await readAppliedMigrations(test.db)).toContain('9000-next-version');
  const copyright = `© ${randomUUID()}`;
  const saved = await send(ports[0], {
    method: 'PUT',
    path: '/api/admin/site-settings',
    headers: [['host', HOST], JSON_TYPE, ['x-admin-session', token]],
    body: JSON.stringify(settingsWith(copyright)),
  });
  expect(saved.status, saved.body).toBe(200);
  const home = { method: 'GET', path: '/', headers: [['host', HOST]] } as const;
  for (const port of ports)
    await expect.poll(async () => (await send(port, home)).body).toContain(copyright);
  for (const site of both)
    await expect
      .poll(async () => {
        await makeJobDue(test.db, 'conversations.make-tokens');
        return countJobRuns(site.output(), 'conversations.make-tokens');
      })
      .toBeGreaterThan(0);
}

async function expectEachMailOnce({ test, mailServer }: Fixture, enquiries: number) {
  const readUnsent = () => sql`select from outbox_mails where status <> 'sent'`.execute(test.db);
  await expect.poll(async () => (await readUnsent()).rows, { timeout: 60_000 }).toEqual([]);
  const ids = mailServer.mails.map(({ messageId }) => messageId);
  expect(ids).toHaveLength(2 * enquiries);
  expect(new Set(ids).size).toBe(ids.length);
}

describe.each([
  ['nginx', NGINX, startNginx, true],
  ['HAProxy', HAPROXY, startHaproxy, IS_LONG],
] as const)(
  'an upgrade behind %s',
  { retry: RETRY, timeout: 180_000 },
  (name, program, startProxy, isWanted) => {
    const isRun = isWanted && program !== undefined;
    const reason = program ? 'only in npm run faults' : `${name} is not installed`;
    const title = `over a migration fails no request${isRun ? '' : ` (skipped: ${reason})`}`;
    it.skipIf(!isRun)(title, async () => {
      const fixture = await startFixture();
      const { test, dataDir, next, ports, start, end, token } = fixture;
      const [one, two] = ports;
      const old = [await start(one), await start(two)] as const;
      const proxy = await startProxy(ports);
      onTestFinished(() => proxy.stop());

      const load = startEnquiryLoad({ port: proxy.port, senders: 3, readers: 2, host: HOST });
      const readers = startReaders(proxy.port, token);
      await load.untilAcknowledged(1);
      await end(old[0]);
      const upgraded = await start(one, next);
      // A proxy tries an installation again two seconds after it was away.
      await pause(2_500);
      await expectSideBySide(fixture, [old[1], upgraded]);
      await end(old[1]);
      await start(two, next);
      await pause(2_500);
      await load.stop();
      await readers.stop();

      expect([...load.failures]).toEqual([]);
      expect(load.pages.failures).toBe(0);
      expect([...new Set(readers.failures)]).toEqual([]);
      expect(readers.count()).toBeGreaterThan(500);
      const ofNext = [...readers.files].filter((file) => /next\.\w+$/.test(file));
      expect(ofNext.length).toBeGreaterThan(5);
      expect(readers.files.size).toBeGreaterThanOrEqual(2 * ofNext.length);
      const fault = `rolling upgrade over a migration, behind ${name}`;
      const remark = `${load.pages.count + readers.count()} other requests, none failed`;
      await recordEnquiries({ fault, remark }, load, { db: test.db, dataDir });
      await expectEachMailOnce(fixture, load.acknowledged.size);

      // The way back needs no database of before.
      await end(await start(await freePort()));
    });
  },
);
