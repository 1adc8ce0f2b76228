import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createStorage } from '#server/storage/create-storage.ts';
import {
  countJobRuns,
  JSON_TYPE,
  makeJobDue,
  MULTIPART,
  multipart,
  openStream,
  send,
  type Sent,
  settingsWith,
} from '#tests/faults/faults.ts';
import { mailSettings, makePlace, type Place, s3Settings } from '#tests/faults/place.ts';
import { startEnquiryLoad } from '#tests/full/faults/enquiry-load.ts';
import { RETRY } from '#tests/full/faults/fault-table.ts';
import { filesIn, recordEnquiries, type StoredFiles } from '#tests/full/faults/verify-enquiries.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { readRow, readRows } from '#tests/support/database/rows.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { HAPROXY, startHaproxy } from '#tests/support/proxies/haproxy.ts';
import { NGINX, startNginx } from '#tests/support/proxies/nginx.ts';
import { SITE_PASSWORD } from '#tests/support/site-process.ts';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

/** An installation with its own folder, and with database, store and keys in common. */
type Machine = Place;

const HOST = 'www.example.com';
const MIN_ENQUIRIES = 34;

let test: TestDatabase;
let service: Awaited<ReturnType<typeof startTestS3>>;
let files: StoredFiles;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let one: Machine;
let two: Machine;

beforeAll(async () => {
  [test, service, mailServer] = await Promise.all([
    createTestDatabase(),
    startTestS3(),
    startMailServer(),
  ]);
  const { s3 } = service;
  const key = () => randomBytes(32).toString('hex');
  const environment = {
    DATABASE_URL: test.url,
    PUBLIC_URL: `http://${HOST}`,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ...s3Settings(s3),
    ...mailSettings(mailServer.url),
    AUDIT_KEY: key(),
    TOTP_KEY: key(),
    TRACK_KEY: key(),
    LOG_LEVEL: 'debug',
  };
  [one, two] = [await makePlace(environment), await makePlace(environment)];
  // Both migrate and make the first administrator at the same time.
  await Promise.all([one.start(), two.start()]);
  files = filesIn(await createStorage({ dataDir: one.dataDir, s3 }));
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await mailServer.stop();
  await service.stop();
  await test.destroy();
});

function ask(machine: Machine, { headers = [], ...sent }: Sent) {
  return send(machine.port, { ...sent, headers: [['host', HOST], ...headers] });
}

function signIn(machine: Machine, password: string, address: string) {
  return ask(machine, {
    path: '/api/admin-auth',
    headers: [JSON_TYPE, ['x-forwarded-for', address]],
    body: JSON.stringify({ action: 'login', username: 'admin', password }),
  });
}

function post(machine: Machine, path: string, body: object, key: string = randomUUID()) {
  return ask(machine, {
    path,
    headers: [JSON_TYPE, ['idempotency-key', key]],
    body: JSON.stringify(body),
  });
}

describe('two installations on one database and one file store', () => {
  it('share sessions, and their end', async () => {
    const login = await signIn(one, SITE_PASSWORD, '203.0.113.1');
    expect(login.status, login.body).toBe(200);
    const { sessionToken: token } = JSON.parse(login.body) as { sessionToken: string };
    const session = (machine: Machine) =>
      ask(machine, {
        method: 'GET',
        path: '/api/admin/orders',
        headers: [['x-admin-session', token]],
      });
    expect((await session(two)).status).toBe(200);
    const logout = await ask(two, {
      path: '/api/admin-auth',
      headers: [JSON_TYPE],
      body: JSON.stringify({ action: 'logout', sessionToken: token }),
    });
    expect(logout.status, logout.body).toBeLessThan(300);
    expect((await session(one)).status).toBe(401);
  });

  it('count failed sign-ins together', async () => {
    const address = '203.0.113.2';
    for (const machine of [one, two, one, two, one]) {
      expect((await signIn(machine, 'wrong-password-here', address)).status).toBe(401);
    }
    for (const machine of [one, two]) {
      expect((await signIn(machine, SITE_PASSWORD, address)).status).toBe(429);
    }
  });

  it('write a form once that reaches both at the same moment', async () => {
    const keys = Array.from({ length: 20 }, () => randomUUID());
    for (const key of keys) {
      const input = buildMessageInput({ message: `Sent to both at once, ${key}.` });
      const both = () =>
        Promise.all(
          [one, two].map((machine) => post(machine, '/api/contact-messages', input, key)),
        );
      const first = await both();
      for (const { status, body } of first) expect([201, 409], body).toContain(status);
      expect(first.map(({ status }) => status)).toContain(201);
      const again = await both();
      for (const { status, body } of again) expect(status, body).toBe(201);
    }
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from contact_messages where idempotency_key = any(${keys}::uuid[])
    `.execute(test.db);
    expect(rows).toEqual([{ count: keys.length }]);
  });

  it('attach to an order at one what was uploaded to the other, for both to give out', async () => {
    const key = randomUUID();
    const file = `%PDF-1.7\n${randomBytes(20_000).toString('hex')}\n%%EOF\n`;
    const uploaded = await ask(one, {
      path: '/api/order-attachments',
      headers: [MULTIPART, ['idempotency-key', key]],
      body: multipart([{ name: 'file', fileName: 'plan.pdf', value: file }]),
    });
    expect(uploaded.status, uploaded.body).toBe(201);
    const { path } = JSON.parse(uploaded.body) as { path: string };
    const ordered = await post(
      two,
      '/api/submit-order',
      { ...buildOrderInput(), fileUrls: [path] },
      key,
    );
    expect(ordered.status, ordered.body).toBe(201);
    const attachment = await readRow(test.db, 'orderAttachments', ['id', 'orderId'], { path });
    const { token } = await signInForTest(test.db);
    for (const machine of [one, two]) {
      const { status, body } = await ask(machine, {
        method: 'GET',
        path: `/api/admin/orders/${attachment.orderId}/files/${attachment.id}`,
        headers: [['x-admin-session', token]],
      });
      expect(status).toBe(200);
      expect(body).toBe(file);
    }
  });

  it('show within a second at one, also to open pages, what was changed at the other', async () => {
    const { token } = await signInForTest(test.db);
    await Promise.all([one, two].map((machine) => ask(machine, { method: 'GET', path: '/' })));
    const stream = openStream(two.port, '/api/site-settings/stream', { host: HOST });
    onTestFinished(stream.close);
    await expect.poll(() => stream.text).toContain('retry:');
    const copyright = `© {year} Vitrin ${randomUUID()}`;
    const saved = await ask(one, {
      method: 'PUT',
      path: '/api/admin/site-settings',
      headers: [JSON_TYPE, ['x-admin-session', token]],
      body: JSON.stringify(settingsWith(copyright)),
    });
    expect(saved.status, saved.body).toBe(200);
    const within = { timeout: 1_000, interval: 25 };
    const shown = copyright.replace('{year}', String(new Date().getFullYear()));
    const readHome = (machine: Machine) => async () =>
      (await ask(machine, { method: 'GET', path: '/' })).body;
    await Promise.all([
      expect.poll(() => stream.text, within).toContain(copyright),
      ...[one, two].map((machine) => expect.poll(readHome(machine), within).toContain(shown)),
    ]);
  });

  it('send each mail once', async () => {
    const emails = Array.from({ length: 30 }, (_, index) => `visitor-${index}@machines.example`);
    await Promise.all(
      emails.map((email, index) =>
        post(
          index % 2 === 0 ? one : two,
          '/api/contact-messages',
          buildMessageInput({ email, message: `Do you build tools for ${email}?` }),
        ),
      ),
    );
    const receipts = () =>
      mailServer.mails.flatMap(({ envelope: { to } }) =>
        to.filter((address) => address.endsWith('@machines.example')),
      );
    await expect.poll(() => receipts().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(30);
    const readPending = () => readRows(test.db, 'outboxMails', ['id'], { status: 'pending' });
    await expect.poll(readPending, { timeout: 30_000 }).toEqual([]);
    expect(receipts().toSorted()).toEqual(emails.toSorted());
    const ids = mailServer.mails.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('run each job once, and share the work', async () => {
    const count = ({ process }: Machine) =>
      countJobRuns(process.output(), 'conversations.make-tokens');
    const total = () => count(one) + count(two);
    while (count(one) === 0 || count(two) === 0) {
      const before = total();
      await makeJobDue(test.db, 'conversations.make-tokens');
      await expect.poll(total, { timeout: 10_000 }).toBe(before + 1);
    }
  });

  describe.each([
    ['nginx', NGINX, startNginx],
    ['HAProxy', HAPROXY, startHaproxy],
  ] as const)('behind %s', (name, program, startProxy) => {
    it.skipIf(!program)(
      `are started again one after the other under load, and no request fails${program ? '' : ` (skipped: ${name} is not installed)`}`,
      { retry: RETRY, timeout: 240_000 },
      async () => {
        const proxy = await startProxy([one.port, two.port]);
        const load = startEnquiryLoad({ port: proxy.port, senders: 8, readers: 8, host: HOST });
        try {
          await load.untilAcknowledged(MIN_ENQUIRIES);
          for (const machine of [one, two]) {
            const { process } = machine;
            expect(await process.end('SIGTERM'), process.output().slice(-2_000)).toBe(0);
            await machine.start();
            // nginx tries an installation again two seconds after it was away.
            await Promise.all([pause(2_500), load.untilAcknowledged(MIN_ENQUIRIES)]);
          }
        } finally {
          await load.stop();
          await proxy.stop();
        }
        expect([...load.failures]).toEqual([]);
        expect(load.pages.failures).toBe(0);
        const fault = `two machines started again one after the other, behind ${name}`;
        const remark = `${load.pages.count} pages, no request failed`;
        await recordEnquiries({ fault, remark }, load, { db: test.db, files });
      },
    );
  });
});
