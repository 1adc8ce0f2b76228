import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#server/core/config.ts';
import { loadSecretKey } from '#server/startup/secret-key.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/faults/database-proxy.ts';
import { examine } from '#tests/faults/doctor.ts';
import { insertRows } from '#tests/support/database/rows.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { makeCertificate, OPENSSL } from '#tests/support/proxies/certificate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { mountSmallDisk, whyNoDisks } from '../faults/small-disk.ts';

const root = join(import.meta.dirname, '../../..');
const NOBODY = 65_534;
const noRoot = process.getuid?.() === 0 ? '' : 'only root gives files away';
const noDisks = whyNoDisks();

let database: TestDatabase;
/** Leads any user of this machine to the database, whose socket is for its own. */
let proxy: DatabaseProxy;
let dataDir: string;
let undo: (() => unknown)[];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
});
afterAll(async () => {
  await proxy.stop();
  await database.destroy();
});

beforeEach(async () => {
  undo = [];
  dataDir = await makeDataDir();
  await fillDataDir(dataDir);
});
afterEach(async () => {
  for (const step of undo.toReversed()) await step();
  await rm(dataDir, { recursive: true, force: true });
});

const KEYS = { 'audit-key': 'a', 'totp-key': 'b', 'track-key': 'c' } as const;

async function fillDataDir(folder: string): Promise<void> {
  await mkdir(join(folder, 'secrets'), { mode: 0o700 });
  await mkdir(join(folder, 'files'), { mode: 0o700 });
  const configured = readConfig({ DATA_DIR: folder, DATABASE_URL: database.url });
  if ('problems' in configured) throw new Error(configured.problems.join());
  for (const [name, digit] of Object.entries(KEYS)) {
    await writeFile(join(folder, 'secrets', name), digit.repeat(64), { mode: 0o600 });
    await loadSecretKey(database.db, configured.config, name as keyof typeof KEYS);
  }
}

type Broken = { environment?: Record<string, string>; uid?: number };

async function report({ environment, uid }: Broken): Promise<string> {
  const own = { DATABASE_URL: proxy.url, DATA_DIR: dataDir, PORT: String(await freePort()) };
  const { stdout, stderr } = await examine({ HOST: '127.0.0.1', ...own, ...environment }, uid);
  return stdout + stderr;
}

/** Stands for the application behind a proxy on this machine: every request seems to come from the proxy. */
async function startSiteBehindProxy(): Promise<Record<string, string>> {
  const site = createServer((request, response) => {
    const endpoint = request.url ?? '';
    const entry = { ipAddress: '127.0.0.1', endpoint, responseStatus: 404, createdAt: new Date() };
    const logged = endpoint.startsWith('/doctor-')
      ? insertRows(database.db, 'ddosRequestLogs', entry)
      : Promise.resolve();
    void logged.finally(() => response.end());
  }).listen(0, '127.0.0.1');
  undo.push(() => site.close());
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  return { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
}

async function startOwnCertificateServer(): Promise<Broken> {
  const { file, key } = makeCertificate(dataDir, 9);
  const tls = { cert: readFileSync(file), key: readFileSync(key) };
  const server = await startMailServer({ secure: true, ...tls });
  undo.push(() => server.stop());
  const SMTP_URL = `smtps://localhost:${server.port}`;
  return { environment: { SMTP_URL, MAIL_FROM: 'desk@example.com' } };
}

async function moveToFullDisk(fill: 'fill' | 'fillNames'): Promise<Broken> {
  const disk = mountSmallDisk(join(dataDir, 'disk'));
  undo.push(() => disk.unmount());
  await fillDataDir(disk.folder);
  await disk[fill]();
  return { environment: { DATA_DIR: disk.folder } };
}

const give = (...paths: string[]) => Promise.all(paths.map((path) => chown(path, NOBODY, NOBODY)));

/** Gives the data folder to another user, with all that the application needs in it. */
async function giveDataDir(): Promise<void> {
  const secrets = join(dataDir, 'secrets');
  const keys = Object.keys(KEYS).map((name) => join(secrets, name));
  await give(dataDir, join(dataDir, 'files'), secrets, ...keys);
}

type Case = {
  name: string;
  skipped?: string;
  row: RegExp;
  never?: RegExp;
  breakIt: () => Promise<Broken>;
};

const setting = (environment: Record<string, string>) => () => Promise.resolve({ environment });

const CASES: Case[] = [
  ...Object.keys(KEYS).map((name) => ({
    name: `${name} is gone`,
    row: new RegExp(
      `^PROBLEM +Secrets .*/secrets/${name} is missing\\.\\n +→ Put the former file back at .*replace-key ${name}$`,
      'm',
    ),
    async breakIt() {
      const path = join(dataDir, 'secrets', name);
      await rename(path, `${path}.away`);
      return {};
    },
  })),
  {
    name: 'another AUDIT_KEY',
    row: /^PROBLEM +Secrets +AUDIT_KEY must be the key .*another key\.\n +→ Put .*AUDIT_KEY/m,
    breakIt: setting({ AUDIT_KEY: 'd'.repeat(64) }),
  },
  ...[
    ['%', '%25'],
    ['/', '%2F'],
    ['#', '%23'],
    ['?', '%3F'],
  ].map(([character = '', encoded = '']) => ({
    name: `a password with ${character} in SMTP_URL`,
    row: new RegExp(`^PROBLEM +Configuration +SMTP_URL .*${encoded}`, 'm'),
    never: /URI malformed|must start with/,
    breakIt: setting({
      SMTP_URL: `smtp://user:50${character}day@mail.example.com:587`,
      MAIL_FROM: 'desk@example.com',
    }),
  })),
  {
    name: 'a misspelt setting',
    row: /^WARNING +Configuration +SMPT_URL is no setting .*\n +→ Did you mean SMTP_URL\?$/m,
    breakIt: setting({ SMPT_URL: 'smtp://mail.example.com' }),
  },
  {
    name: 'a mail server with a certificate of its own',
    skipped: OPENSSL ? '' : 'openssl is not installed',
    row: /^PROBLEM +Mail .*certificate.*\n +→ .*NODE_EXTRA_CA_CERTS=\/path\/to\/issuer\.pem/m,
    breakIt: startOwnCertificateServer,
  },
  {
    name: 'a clock one hour off',
    row: /^PROBLEM +Clock +.* 3(?:599|600)\.\d s apart\.\n +→ .*timedatectl set-ntp true/m,
    never: /leads to another installation/,
    async breakIt() {
      const clock = join(dataDir, 'clock');
      await writeFile(clock, '3600000');
      const preload = join(root, 'tests/support/clock/preload.ts');
      const NODE_OPTIONS = `--import=${preload}`;
      return {
        environment: { ...(await startSiteBehindProxy()), NODE_OPTIONS, TEST_CLOCK: clock },
      };
    },
  },
  {
    name: 'TRUSTED_PROXIES that names another proxy',
    row: /^PROBLEM +Proxy .*sees the proxy.*\n +→ Set TRUSTED_PROXIES=127\.0\.0\.1$/m,
    async breakIt() {
      return { environment: { ...(await startSiteBehindProxy()), TRUSTED_PROXIES: '10.9.9.9' } };
    },
  },
  {
    name: 'a new BACKUP_TARGET that belongs to root',
    skipped: noRoot,
    row: /^PROBLEM +Backup +\S+ cannot be used: EACCES.*\n +→ .*chown -R nobody: \S+backup\/?$/m,
    async breakIt() {
      const BACKUP_TARGET = join(dataDir, 'backup');
      await mkdir(BACKUP_TARGET, { mode: 0o700 });
      await giveDataDir();
      return { environment: { BACKUP_TARGET }, uid: NOBODY };
    },
  },
  {
    name: 'a socket of the database that is closed to the application',
    skipped: noRoot,
    row: /^PROBLEM +Database +DATABASE_URL must .*connect EACCES.*\n +→ The user nobody may not open the socket/m,
    never: /chown -R/,
    async breakIt() {
      await giveDataDir();
      return { environment: { DATABASE_URL: database.url }, uid: NOBODY };
    },
  },
  {
    name: 'a data folder of root',
    skipped: noRoot,
    row: /DATA_DIR.*EACCES.*\n +→ .*chown -R nobody: \S+$/m,
    never: /Is it running, and DATABASE_URL right/,
    breakIt: () => Promise.resolve({ uid: NOBODY }),
  },
  {
    name: 'secrets of root',
    skipped: noRoot,
    row: /^PROBLEM +Secrets .*EACCES.*\n +→ .*chown -R nobody: \S+$/m,
    never: /Is it running, and DATABASE_URL right/,
    async breakIt() {
      await give(dataDir, join(dataDir, 'files'));
      return { uid: NOBODY };
    },
  },
  {
    name: 'stored files of root',
    skipped: noRoot,
    row: /^PROBLEM +Files .*EACCES.*\n +→ .*chown -R nobody: \S+$/m,
    never: /Is it running, and DATABASE_URL right/,
    async breakIt() {
      await giveDataDir();
      await chown(join(dataDir, 'files'), 0, 0);
      return { uid: NOBODY };
    },
  },
  {
    name: 'a full disk',
    skipped: noDisks,
    row: /ENOSPC.*\n +→ The disk is full.*Type df -h \S+, and make room\.$/m,
    never: /Check owner and rights/,
    breakIt: () => moveToFullDisk('fill'),
  },
  {
    name: 'a disk without inodes',
    skipped: noDisks,
    row: /ENOSPC.*\n +→ The disk has room but no inode.*Type df -i \S+,/m,
    never: /Check owner and rights/,
    breakIt: () => moveToFullDisk('fillNames'),
  },
];

it.each(CASES.filter(({ skipped = '' }) => skipped === ''))(
  'the doctor says what to type: $name',
  async ({ row, never, breakIt }) => {
    const said = await report(await breakIt());
    expect(said).toMatch(row);
    if (never) expect(said).not.toMatch(never);
  },
);

it('finds none of these problems where nothing is broken', async () => {
  expect(await report({})).not.toMatch(/^PROBLEM/m);
});

for (const { name, skipped = '' } of CASES.filter((one) => one.skipped)) {
  it.skip(`the doctor says what to type: ${name} (skipped: ${skipped})`);
}
