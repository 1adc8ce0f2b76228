import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createStorage } from '#server/storage/create-storage.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { HAPROXY, startHaproxy } from '#tests/support/proxies/haproxy.ts';
import { NGINX, startNginx } from '#tests/support/proxies/nginx.ts';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import { type SiteProcess, SITE_PASSWORD, startSite } from '#tests/support/site-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import {
  countJobRuns,
  makeJobDue,
  MULTIPART,
  multipart,
  send,
  type Sent,
  settingsWith,
} from '#tests/faults/faults.ts';
import { startEnquiryLoad } from '#tests/full/faults/enquiry-load.ts';
import { recordFault, RETRY } from '#tests/full/faults/fault-table.ts';
import { filesIn, type StoredFiles, verifyEnquiries } from '#tests/full/faults/verify-enquiries.ts';

/** An installation as on a machine of its own: with its own folder, and with database, store and keys in common. */
type Machine = { port: number; dataDir: string; process: SiteProcess };

const JSON_TYPE = ['content-type', 'application/json'] as const;
const HOST = 'www.example.com';
/** Before each restart and after the last one. */
const MIN_ENQUIRIES = 34;

let test: TestDatabase;
let service: Awaited<ReturnType<typeof startTestS3>>;
let files: StoredFiles;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let environment: Record<string, string>;
let one: Machine;
let two: Machine;

async function startMachine(port?: number): Promise<Machine> {
  const own = { port: port ?? (await freePort()), dataDir: await makeDataDir() };
  return { ...own, process: await startSite({ ...own, environment }) };
}

async function stopMachine({ process, dataDir }: Machine): Promise<void> {
  expect(await process.end('SIGTERM'), process.output().slice(-2_000)).toBe(0);
  await rm(dataDir, { recursive: true, force: true });
}

beforeAll(async () => {
  test = await createTestDatabase();
  service = await startTestS3();
  mailServer = await startMailServer();
  const { s3 } = service;
  const key = () => randomBytes(32).toString('hex');
  environment = {
    DATABASE_URL: test.url,
    PUBLIC_URL: `http://${HOST}`,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SAMPLE_CONTENT: 'off',
    S3_ENDPOINT: s3.endpoint ?? '',
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'hello@vitrin.example',
    NOTIFY_EMAIL: 'team@vitrin.example',
    AUDIT_KEY: key(),
    TOTP_KEY: key(),
    TRACK_KEY: key(),
    LOG_LEVEL: 'debug',
  };
  // Both migrate and make the first administrator at once.
  [one, two] = await Promise.all([startMachine(), startMachine()]);
  files = filesIn(await createStorage({ dataDir: one.dataDir, s3 }));
});
afterAll(async () => {
  await Promise.all([one, two].map(stopMachine));
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
    const attachment = await test.db
      .selectFrom('orderAttachments')
      .select(['id', 'orderId'])
      .where('path', '=', path)
      .executeTakeFirstOrThrow();
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
    const path = '/api/site-settings/stream';
    const stream = get({ host: '127.0.0.1', port: two.port, path, headers: { host: HOST } });
    onTestFinished(() => void stream.destroy());
    const [response] = (await once(stream, 'response')) as [IncomingMessage];
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await expect.poll(() => text).toContain('retry:');
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
      expect.poll(() => text, within).toContain(copyright),
      ...[one, two].map((machine) => expect.poll(readHome(machine), within).toContain(shown)),
    ]);
  });

  it('have the files of former builds, which pages that are still open ask for', async () => {
    const name = randomUUID();
    const folder = join(import.meta.dirname, '../../../.cache/former-assets', name);
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `page-${name}.js`), `'${name}'`);
    for (const machine of [one, two]) {
      const { body } = await ask(machine, { method: 'GET', path: `/assets/page-${name}.js` });
      expect(body).toBe(`'${name}'`);
    }
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
    await expect
      .poll(
        async () => {
          const rows = await test.db
            .selectFrom('outboxMails')
            .select('id')
            .where('status', '=', 'pending')
            .execute();
          return rows.length;
        },
        { timeout: 30_000 },
      )
      .toBe(0);
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
        const load = startEnquiryLoad({
          url: `http://127.0.0.1:${proxy.port}`,
          senders: 8,
          readers: 8,
          host: HOST,
        });
        const receiveEnquiries = () => {
          const since = performance.now();
          return expect
            .poll(() => load.acknowledgedSince(since), { timeout: 60_000 })
            .toBeGreaterThanOrEqual(MIN_ENQUIRIES);
        };
        try {
          await receiveEnquiries();
          await stopMachine(one);
          one = await startMachine(one.port);
          // nginx tries an installation again two seconds after it was away.
          await Promise.all([pause(2_500), receiveEnquiries()]);
          await stopMachine(two);
          two = await startMachine(two.port);
          await Promise.all([pause(2_500), receiveEnquiries()]);
        } finally {
          await load.stop();
          await proxy.stop();
        }
        expect([...load.failures]).toEqual([]);
        expect(load.pages.failures).toBe(0);
        const { problems, ...outcome } = await verifyEnquiries(load, { db: test.db, files });
        expect(problems).toEqual([]);
        await recordFault({
          fault: `two machines started again one after the other, behind ${name}`,
          rounds: 1,
          ...outcome,
          recoveryMs: [],
          remark: `${load.pages.count} pages, no request failed`,
        });
      },
    );
  });
});
