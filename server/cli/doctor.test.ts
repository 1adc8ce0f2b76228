import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
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
import { RUNTIME } from '#tests/support/site-process.ts';
import { insertRows } from '#tests/support/database/rows.ts';

let database: TestDatabase;
let files: TestStorage;

beforeAll(async () => {
  database = await createTestDatabase();
  files = await createTestStorage();
  await mkdir(join(files.folder, 'secrets'), { recursive: true, mode: 0o700 });
  await writeFile(join(files.folder, 'secrets', 'audit-key'), 'ab'.repeat(32), { mode: 0o600 });
});
afterAll(async () => {
  await database.destroy();
  await files.destroy();
});

type Outcome = { code: number; stdout: string; stderr: string };

async function examine(environment: Record<string, string> = {}, args: string[] = []) {
  const env = {
    ...RUNTIME,
    DATABASE_URL: database.url,
    DATA_DIR: files.folder,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    ...environment,
  };
  const program = join(import.meta.dirname, 'doctor.ts');
  return new Promise<Outcome>((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

it('finds nothing wrong with an installation that only lacks what strangers need', async () => {
  const { code, stdout } = await examine();
  expect(stdout).toMatch(/^ok +Database +PostgreSQL [\d.]+.*, \d+ migrations\.$/m);
  expect(stdout).toMatch(/^ok +Database +It takes writes; /m);
  expect(stdout).toMatch(/^ok +Clock +0\.0 s /m);
  expect(stdout).toMatch(/^ok +Files +Wrote, read and removed a file on the disk/m);
  expect(stdout).toMatch(/^ok +Secrets /m);
  expect(stdout).toMatch(/^WARNING +Configuration +PUBLIC_URL is not set/m);
  expect(stdout).toMatch(/^WARNING +Mail +Mails become files/m);
  expect(stdout).toMatch(/^WARNING +Application +It does not run here/m);
  expect(stdout).toMatch(/\n0 problems, \d warnings\.\n$/);
  expect(code).toBe(0);
});

it('says of each wrong setting what it must be', async () => {
  const { code, stdout } = await examine({ PORT: 'http', FILES: 's3' });
  expect(stdout).toMatch(/^PROBLEM +Configuration +PORT must be a port number\n +→ /m);
  expect(code).toBe(1);
});

it('names a misspelt setting, and what visitors are told of a sample company', async () => {
  const { stdout } = await examine({
    SMPT_URL: 'smtp://mail.example.com',
    PUBLIC_URL: 'https://www.example.com',
  });
  expect(stdout).toMatch(
    /^WARNING +Configuration +SMPT_URL is no setting and has no effect\.\n +→ Did you mean SMTP_URL\?/m,
  );
  expect(stdout).toMatch(/^PROBLEM +Content +.*; hello@vitrin\.example; .*\n +→ Enter/m);
});

it('tries a backup target before its first night', async () => {
  const folder = join(files.folder, 'backups');
  const { stdout } = await examine({ BACKUP_TARGET: folder });
  expect(stdout).toContain(`Wrote, read and removed a file at ${folder}/.`);
  expect(await readdir(folder)).toEqual([]);
  const file = join(files.folder, 'secrets', 'audit-key');
  const wrong = await examine({ BACKUP_TARGET: `${file}/backups` });
  expect(wrong.stdout).toMatch(/^PROBLEM +Backup +BACKUP_TARGET cannot be used: ENOTDIR.*\n +→ /m);
  expect(wrong.code).toBe(1);
});

it('rejects arguments', async () => {
  expect((await examine({}, ['all'])).code).toBe(2);
});

it('names secrets that others can read, and the command that closes them', async () => {
  const key = join(files.folder, 'secrets', 'audit-key');
  await chmod(key, 0o644);
  const { code, stdout } = await examine();
  expect(stdout).toContain(`Others on this machine may read ${key}.`);
  expect(stdout).toContain(`→ chmod go= ${key}`);
  expect(code).toBe(1);
  await chmod(key, 0o600);
});

it('tells a database that is away, empty, newer or older from one that works', async () => {
  const away = await examine({ DATABASE_URL: `postgres://a:b@127.0.0.1:${await freePort()}/x` });
  expect(away.stdout).toMatch(/^PROBLEM +Database +DATABASE_URL must lead to a database/m);
  const empty = await createEmptyTestDatabase();
  const { stdout } = await examine({ DATABASE_URL: empty.url });
  expect(stdout).toMatch(/^PROBLEM +Database +PostgreSQL .*, without an installation/m);
  await empty.destroy();
  const record = (name: string) =>
    sql`insert into kysely_migration values (${name}, '2026-01-01')`.execute(database.db);
  await record('9998-later');
  expect((await examine()).stdout).toMatch(
    /^ok +Database +PostgreSQL .*, 1 of them of a newer version/m,
  );
  await record('9999-contract-99.0.0-all');
  expect((await examine()).stdout).toMatch(
    /^PROBLEM +Database +It is newer than this program: 9999-contract-99\.0\.0-all/m,
  );
  await sql`delete from kysely_migration where name > '9990'`.execute(database.db);
});

it('names a restore that has not ended, before and after it has made the tables', async () => {
  const begin = sql`create table restore_steps (name text)`;
  const said =
    /^PROBLEM +Database +A restore was begun here and has not ended.*\n +→ .*npm run restore/m;
  const empty = await createEmptyTestDatabase();
  await begin.execute(empty.db);
  const first = await examine({ DATABASE_URL: empty.url });
  expect([first.code, first.stdout]).toEqual([1, expect.stringMatching(said)]);
  expect(first.stdout).not.toContain('npm start');
  // Killed before the first migration.
  await sql`create table kysely_migration (name text)`.execute(empty.db);
  const early = await examine({ DATABASE_URL: empty.url });
  expect(early.stdout).toMatch(said);
  await empty.destroy();
  await begin.execute(database.db);
  const late = await examine();
  expect([late.code, late.stdout]).toEqual([1, expect.stringMatching(said)]);
  await sql`drop table restore_steps`.execute(database.db);
});

it('tells a port that another program holds', async () => {
  const holder = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { stdout } = await examine({ PORT: String(port) });
  expect(stdout).toMatch(/^PROBLEM +Application +PORT must be free/m);
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
  const environment = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUSTED_PROXIES: '10.9.9.9',
  };
  const wrong = await examine(environment);
  expect(wrong.stdout).toMatch(
    /^PROBLEM +Proxy +.*sees the proxy \(127\.0\.0\.1\).*\n +→ Set TRUSTED_PROXIES=127\.0\.0\.1$/m,
  );
  expect(wrong.stdout).toMatch(/^PROBLEM +Application +.*is not ready.*\n +→ Type: curl http/m);
  readiness = 200;
  const ready = await examine(environment);
  expect(ready.stdout).toMatch(/^ok +Application +It runs on port \d+, and is ready\.$/m);
  site.close();
});

it('signs in at the mail server, and says why it cannot', async () => {
  const server = await startMailServer();
  const MAIL_FROM = 'desk@example.com';
  const works = await examine({ SMTP_URL: server.url, MAIL_FROM });
  expect(works.stdout).toMatch(/^ok +Mail +The mail server accepts the sign-in/m);
  await server.stop();
  const post = { kind: 'promise.webhook', recipient: WEBHOOK_RECIPIENT, lastError: 'status 500' };
  await insertRows(database.db, 'outboxMails', { id: randomUUID(), ...post });
  const { code, stdout } = await examine({ SMTP_URL: server.url, MAIL_FROM });
  await database.db.deleteFrom('outboxMails').execute();
  expect(stdout).toMatch(/^PROBLEM +Mail +\S+/m);
  expect(stdout).toMatch(
    /^PROBLEM +Mail +Reminders for the webhook wait: status 500\.\n +→ Check NOTIFY_WEBHOOK_URL/m,
  );
  expect(code).toBe(1);
});

it('tries the file store, and counts what only the other one has', async () => {
  const server = await startTestS3();
  const { s3 } = server;
  const S3 = {
    S3_ENDPOINT: s3.endpoint ?? '',
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const path = 'order-attachments/1-on-disk.pdf';
  await files.storage.write(path, Buffer.from('left'), 'application/pdf');
  const { stdout } = await examine(S3);
  expect(stdout).toMatch(/^ok +Files .* on S3\.$/m);
  expect(stdout).toMatch(
    /^WARNING +Files +Files that are only in DATA_DIR\/files, which FILES=s3 does not read: 1\.\n +→ See "Files from disk/m,
  );
  await files.storage.remove(path);
  expect(stdout).toMatch(/^WARNING +Secrets +AUDIT_KEY, TOTP_KEY, TRACK_KEY: only this machine/m);
  const missing = { ...S3, S3_BUCKET: 'no-such-bucket' };
  const used = await examine(missing);
  expect(used.stdout).toMatch(/^PROBLEM +Files +S3_ENDPOINT, S3_BUCKET and the keys must/m);
  const unused = await examine({ ...missing, FILES: 'disk' });
  expect(unused.stdout).toMatch(/^WARNING +Files +Files that FILES=disk does not read could not/m);
  await server.stop();
});

it('says that there is no installation instead of making one', async () => {
  const DATA_DIR = join(files.folder, 'nowhere');
  const { code, stdout } = await examine({ DATA_DIR, DATABASE_URL: '' });
  expect(stdout).toContain(`There is no folder ${DATA_DIR}.`);
  expect(code).toBe(1);
  await rm(DATA_DIR, { recursive: true, force: true });
});
