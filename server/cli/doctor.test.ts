import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WEBHOOK_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { freePort } from '#tests/support/free-port.ts';
import { createTestStorage, type TestStorage } from '#tests/support/leads.ts';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import {
  createEmptyTestDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#tests/support/test-database.ts';
import { runCommand } from '#tests/support/site-process.ts';
import { loadSampleSiteContent } from '#server/db/sample-content/load-site-content.ts';
import { sealConnection } from '#server/services/connections/stored.ts';
import { insertRows } from '#tests/support/database/rows.ts';
import { examine } from './doctor/examine.ts';
import { describeFindings } from './doctor/finding.ts';

let database: TestDatabase;
let files: TestStorage;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  files = await createTestStorage();
  await mkdir(join(files.folder, 'secrets'), { recursive: true, mode: 0o700 });
  key = join(files.folder, 'secrets', 'audit-key');
  await writeFile(key, 'ab'.repeat(32), { mode: 0o600 });
});
afterAll(async () => {
  await database.destroy();
  await files.destroy();
});

type Settings = Record<string, string>;

async function buildSettings(settings: Settings = {}): Promise<Settings> {
  const PORT = String(await freePort());
  const own = { DATABASE_URL: database.url, DATA_DIR: files.folder, HOST: '127.0.0.1', PORT };
  return { ...own, ...settings };
}

const report = async (settings?: Settings) =>
  describeFindings(await examine(await buildSettings(settings)));

const runDoctor = async (settings: Settings, ...args: string[]) =>
  runCommand('doctor', args, await buildSettings(settings));

it('ends with 0 for an installation that only lacks what strangers need, with 1 or 2 otherwise', async () => {
  const { code, stdout } = await runDoctor({});
  expect(stdout).toMatch(/^ok +Database +PostgreSQL [\d.]+.*, \d+ migrations\.$/m);
  expect(stdout).toMatch(/^ok +Database +It takes writes; /m);
  expect(stdout).toMatch(/^ok +Clock +0\.0 s /m);
  expect(stdout).toMatch(/^ok +Files +Wrote, read and removed a file on the disk/m);
  expect(stdout).toMatch(/^ok +Secrets /m);
  expect(stdout).toMatch(/^WARNING +Configuration +PUBLIC_URL is not set/m);
  expect(stdout).toMatch(/^WARNING +Mail +Mails become files/m);
  expect(stdout).toMatch(/^WARNING +Application +It does not run here/m);
  expect(stdout).toMatch(/\n0 problems, \d+ warnings\.\n$/);
  expect(code).toBe(0);
  expect(await runDoctor({ PORT: 'http', FILES: 's3' })).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^PROBLEM +Configuration +PORT must be a port number\n +→ /m),
  });
  expect((await runDoctor({}, 'all')).code).toBe(2);
});

it('names a misspelt setting, and what visitors are told of a sample company', async () => {
  await loadSampleSiteContent(database.db, { isWanted: true });
  const said = await report({
    SMPT_URL: 'smtp://mail.example.com',
    PUBLIC_URL: 'https://www.example.com',
  });
  expect(said).toMatch(
    /^WARNING +Configuration +SMPT_URL is no setting and has no effect\.\n +→ Did you mean SMTP_URL\?/m,
  );
  expect(said).toMatch(
    /^PROBLEM +Go live +Company facts: not yet \(.*; hello@vitrin\.example; .*\n +→ Enter/m,
  );
});

it('tries a backup target before its first night', async () => {
  const folder = join(files.folder, 'backups');
  expect(await report({ BACKUP_TARGET: folder })).toContain(
    `Wrote, read and removed a file at ${folder}/.`,
  );
  expect(await readdir(folder)).toEqual([]);
  expect(await report({ BACKUP_TARGET: `${key}/backups` })).toMatch(
    /^PROBLEM +Backup +\S+ cannot be used: ENOTDIR.*\n +→ /m,
  );
});

it('tries the bucket of the back office', async () => {
  const totpKey = Buffer.alloc(32, 3);
  const endpoint = `https://127.0.0.1:${await freePort()}`;
  const bucket = { endpoint, region: 'x', bucket: 'site', prefix: '', key: 'x', secret: 'x' };
  const sealed = sealConnection(totpKey, 'backup', bucket);
  await insertRows(database.db, 'connections', { kind: 'backup', sealed });
  expect(await report({ TOTP_KEY: totpKey.toString('hex') })).toMatch(
    /^PROBLEM +Backup +s3:\/\/site\/ cannot be used: .*ECONNREFUSED.*\n +→ Check the rights/m,
  );
  await database.db.deleteFrom('connections').execute();
});

it('names secrets that others can read, and the command that closes them', async () => {
  await chmod(key, 0o644);
  const said = await report();
  expect(said).toContain(`PROBLEM  Secrets        Others on this machine may read ${key}.`);
  expect(said).toContain(`→ chmod go= ${key}`);
  await chmod(key, 0o600);
});

it('tells a database that is away, newer or older from one that works', async () => {
  const away = `postgres://a:b@127.0.0.1:${await freePort()}/x`;
  expect(await report({ DATABASE_URL: away })).toMatch(
    /^PROBLEM +Database +DATABASE_URL must lead to a database/m,
  );
  const record = (name: string) =>
    sql`insert into kysely_migration values (${name}, '2026-01-01')`.execute(database.db);
  await record('9998-later');
  expect(await report()).toMatch(/^ok +Database +PostgreSQL .*, 1 of them of a newer version/m);
  await record('9999-contract-99.0.0-all');
  expect(await report()).toMatch(
    /^PROBLEM +Database +It is newer than this program: 9999-contract-99\.0\.0-all/m,
  );
  await sql`delete from kysely_migration where name > '9990'`.execute(database.db);
});

it('names a missing folder, an empty database, and a restore that has not ended, before and after it has made the tables', async () => {
  const DATA_DIR = join(files.folder, 'nowhere');
  const missing = `PROBLEM  Disk           There is no folder ${DATA_DIR}.`;
  expect(await report({ DATA_DIR, DATABASE_URL: '' })).toContain(missing);
  expect(await readdir(files.folder)).not.toContain('nowhere');
  const empty = await createEmptyTestDatabase();
  const settings = { DATABASE_URL: empty.url };
  expect(await report(settings)).toMatch(
    /^PROBLEM +Database +PostgreSQL .*, without an installation/m,
  );
  const begin = sql`create table restore_steps (name text)`;
  const begun =
    /^PROBLEM +Database +A restore was begun here and has not ended.*\n +→ .*npm run restore/m;
  await begin.execute(empty.db);
  const first = await report(settings);
  expect(first).toMatch(begun);
  expect(first).not.toContain('npm start');
  // Killed before the first migration.
  await sql`create table kysely_migration (name text)`.execute(empty.db);
  expect(await report(settings)).toMatch(begun);
  await empty.destroy();
  await begin.execute(database.db);
  expect(await report()).toMatch(begun);
  await sql`drop table restore_steps`.execute(database.db);
});

it('tells a port that another program holds', async () => {
  const holder = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  expect(await report({ PORT: String(port) })).toMatch(/^PROBLEM +Application +PORT must be free/m);
  holder.close();
});

it('asks the running process, and names a proxy that TRUSTED_PROXIES does not', async () => {
  let readiness = 503;
  // Stands for the application behind a proxy on this machine: it sees the proxy, whoever asks.
  const site = createHttpServer((request, response) => {
    const endpoint = request.url ?? '';
    response.statusCode = endpoint === '/readyz' ? readiness : 200;
    const isLogged = endpoint.startsWith('/doctor-');
    void (isLogged ? logRequest(endpoint) : Promise.resolve()).finally(() => response.end());
  }).listen(0, '127.0.0.1');
  const logRequest = (endpoint: string) =>
    insertRows(database.db, 'ddosRequestLogs', {
      ipAddress: '127.0.0.1',
      endpoint,
      responseStatus: 404,
      createdAt: new Date(),
    });
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), PUBLIC_URL, TRUSTED_PROXIES: '10.9.9.9' };
  const wrong = await report(settings);
  expect(wrong).toMatch(
    /^PROBLEM +Proxy +.*sees the proxy \(127\.0\.0\.1\).*\n +→ Set TRUSTED_PROXIES=127\.0\.0\.1$/m,
  );
  expect(wrong).toMatch(/^PROBLEM +Application +.*is not ready.*\n +→ Type: curl http/m);
  readiness = 200;
  expect(await report(settings)).toMatch(/^ok +Application +It runs on port \d+, and is ready\.$/m);
  site.close();
});

it('signs in at the mail server, and says why it cannot', async () => {
  const server = await startMailServer();
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'desk@example.com' };
  const accepts = /^ok +Mail +The mail server accepts the sign-in/m;
  expect(await report(settings)).toMatch(accepts);
  const totpKey = Buffer.alloc(32, 3);
  const entered = { host: '127.0.0.1', port: server.port, encryption: 'starttls', user: '' };
  const sealed = sealConnection(totpKey, 'smtp', entered);
  await insertRows(database.db, 'connections', { kind: 'smtp', sealed });
  expect(await report({ TOTP_KEY: totpKey.toString('hex') })).toMatch(accepts);
  await database.db.deleteFrom('connections').execute();
  await server.stop();
  const post = { kind: 'promise.webhook', recipient: WEBHOOK_RECIPIENT, lastError: 'status 500' };
  await insertRows(database.db, 'outboxMails', { id: randomUUID(), ...post });
  const said = await report(settings);
  await database.db.deleteFrom('outboxMails').execute();
  expect(said).toMatch(/^PROBLEM +Mail +The mail server cannot be reached/m);
  expect(said).toMatch(
    /^PROBLEM +Mail +Reminders for the webhook wait: status 500\.\n +→ Check NOTIFY_WEBHOOK_URL/m,
  );
});

it('tries the file store, and counts what only the other one has', async () => {
  const server = await startTestS3();
  const { settings } = server;
  const path = 'order-attachments/1-on-disk.pdf';
  await files.storage.write(path, Buffer.from('left'), 'application/pdf');
  const said = await report(settings);
  await files.storage.remove(path);
  expect(said).toMatch(/^ok +Files .* on S3\.$/m);
  expect(said).toMatch(
    /^WARNING +Files +Files that are only in DATA_DIR\/files, which FILES=s3 does not read: 1\.\n +→ See "Files from disk/m,
  );
  expect(said).toMatch(/^WARNING +Secrets +AUDIT_KEY, TOTP_KEY, TRACK_KEY: only this machine/m);
  const missing = { ...settings, S3_BUCKET: 'no-such-bucket' };
  expect(await report(missing)).toMatch(
    /^PROBLEM +Files +S3_ENDPOINT, S3_BUCKET and the keys must/m,
  );
  expect(await report({ ...missing, FILES: 'disk' })).toMatch(
    /^WARNING +Files +Files that FILES=disk does not read could not/m,
  );
  await server.stop();
});
