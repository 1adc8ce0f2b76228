import { execFile, execFileSync } from 'node:child_process';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#server/core/config.ts';
import { loadSecretKey } from '#server/startup/secret-key.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { RUNTIME } from '#tests/support/site-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../faults/database-proxy.ts';
import { mountSmallDisk, whyNoDisks } from '../faults/small-disk.ts';

const OPENSSL = '/usr/bin/openssl';
const root = join(import.meta.dirname, '../../..');
/** The user `nobody`, which every Linux has. */
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

/** A data folder with the keys that the database knows. */
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

async function examine({ environment = {}, uid }: Broken): Promise<string> {
  const env = {
    ...RUNTIME,
    DATABASE_URL: proxy.url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    ...environment,
  };
  const program = join(root, 'server/cli/doctor.ts');
  const options = { env, cwd: '/', ...(uid === undefined ? {} : { uid, gid: uid }) };
  return new Promise((resolve) => {
    execFile(process.execPath, [program], options, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}

/** Stands for the application behind a proxy on this machine: every request seems to come from the proxy. */
async function startSiteBehindProxy(): Promise<Record<string, string>> {
  const site = createServer((request, response) => {
    const endpoint = request.url ?? '';
    const logged = endpoint.startsWith('/doctor-')
      ? database.db
          .insertInto('ddosRequestLogs')
          .values({ ipAddress: '127.0.0.1', endpoint, responseStatus: 404, createdAt: new Date() })
          .execute()
      : Promise.resolve();
    void logged.finally(() => response.end());
  }).listen(0, '127.0.0.1');
  undo.push(() => site.close());
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  return { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
}

async function startOwnCertificateServer(): Promise<Broken> {
  const [file, key] = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')];
  execFileSync(
    OPENSSL,
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -days 9'
      .split(' ')
      .concat('-out', file, '-keyout', key),
    { stdio: 'ignore' },
  );
  const server = await startMailServer({
    secure: true,
    cert: readFileSync(file),
    key: readFileSync(key),
  });
  undo.push(() => server.stop());
  const SMTP_URL = `smtps://localhost:${server.port}`;
  return { environment: { SMTP_URL, MAIL_FROM: 'desk@example.com' } };
}

/** Moves DATA_DIR to a disk that is full in one way. */
async function moveToFullDisk(fill: 'fill' | 'fillNames'): Promise<Broken> {
  const disk = mountSmallDisk(join(dataDir, 'disk'));
  undo.push(() => disk.unmount());
  await fillDataDir(disk.folder);
  await disk[fill]();
  return { environment: { DATA_DIR: disk.folder } };
}

async function give(...paths: string[]): Promise<void> {
  for (const path of paths) await chown(path, NOBODY, NOBODY);
}

type Case = {
  name: string;
  skipped?: string;
  /** Each row with what to type. */
  rows: RegExp[];
  never?: RegExp;
  breakIt: () => Promise<Broken>;
};

const setting = (environment: Record<string, string>) => () => Promise.resolve({ environment });

const CASES: Case[] = [
  ...Object.keys(KEYS).map((name) => ({
    name: `${name} is gone`,
    rows: [
      new RegExp(
        `^PROBLEM +Secrets .*/secrets/${name} is missing\\.\\n +→ Put the former file back at .*replace-key ${name}$`,
        'm',
      ),
    ],
    async breakIt() {
      const path = join(dataDir, 'secrets', name);
      await rename(path, `${path}.away`);
      return {};
    },
  })),
  {
    name: 'another AUDIT_KEY',
    rows: [/^PROBLEM +Secrets +AUDIT_KEY must be the key .*another key\.\n +→ Put .*AUDIT_KEY/m],
    breakIt: setting({ AUDIT_KEY: 'd'.repeat(64) }),
  },
  ...[
    ['%', '%25'],
    ['/', '%2F'],
    ['#', '%23'],
    ['?', '%3F'],
  ].map(([character = '', encoded = '']) => ({
    name: `a password with ${character} in SMTP_URL`,
    rows: [new RegExp(`^PROBLEM +Configuration +SMTP_URL .*${encoded}`, 'm')],
    never: /URI malformed|must start with/,
    breakIt: setting({
      SMTP_URL: `smtp://user:50${character}day@mail.example.com:587`,
      MAIL_FROM: 'desk@example.com',
    }),
  })),
  {
    name: 'a misspelt setting',
    rows: [/^WARNING +Configuration +SMPT_URL is no setting .*\n +→ Did you mean SMTP_URL\?$/m],
    breakIt: setting({ SMPT_URL: 'smtp://mail.example.com' }),
  },
  {
    name: 'a mail server with a certificate of its own',
    skipped: existsSync(OPENSSL) ? '' : 'openssl is not installed',
    rows: [/^PROBLEM +Mail .*certificate.*\n +→ .*NODE_EXTRA_CA_CERTS=\/path\/to\/issuer\.pem/m],
    breakIt: startOwnCertificateServer,
  },
  {
    name: 'a clock one hour off',
    rows: [/^PROBLEM +Clock +.* 3(?:599|600)\.\d s apart\.\n +→ .*timedatectl set-ntp true/m],
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
    rows: [/^PROBLEM +Proxy .*sees the proxy.*\n +→ Set TRUSTED_PROXIES=127\.0\.0\.1$/m],
    async breakIt() {
      return { environment: { ...(await startSiteBehindProxy()), TRUSTED_PROXIES: '10.9.9.9' } };
    },
  },
  {
    name: 'a new BACKUP_TARGET that belongs to root',
    skipped: noRoot,
    rows: [
      /^PROBLEM +Backup +BACKUP_TARGET cannot be used: EACCES.*\n +→ .*chown -R nobody: \S+backup\/?$/m,
    ],
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
    rows: [
      /^PROBLEM +Database +DATABASE_URL must .*connect EACCES.*\n +→ The user nobody may not open the socket/m,
    ],
    never: /chown -R/,
    async breakIt() {
      await giveDataDir();
      return { environment: { DATABASE_URL: database.url }, uid: NOBODY };
    },
  },
  {
    name: 'a data folder of root',
    skipped: noRoot,
    rows: [/DATA_DIR.*EACCES.*\n +→ .*chown -R nobody: \S+$/m],
    never: /Is it running, and DATABASE_URL right/,
    breakIt: () => Promise.resolve({ uid: NOBODY }),
  },
  {
    name: 'secrets of root',
    skipped: noRoot,
    rows: [/^PROBLEM +Secrets .*EACCES.*\n +→ .*chown -R nobody: \S+$/m],
    never: /Is it running, and DATABASE_URL right/,
    async breakIt() {
      await give(dataDir, join(dataDir, 'files'));
      return { uid: NOBODY };
    },
  },
  {
    name: 'stored files of root',
    skipped: noRoot,
    rows: [/^PROBLEM +Files .*EACCES.*\n +→ .*chown -R nobody: \S+$/m],
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
    rows: [/ENOSPC.*\n +→ The disk is full.*Type df -h \S+, and make room\.$/m],
    never: /Check owner and rights/,
    breakIt: () => moveToFullDisk('fill'),
  },
  {
    name: 'a disk without inodes',
    skipped: noDisks,
    rows: [/ENOSPC.*\n +→ The disk has room but no inode.*Type df -i \S+,/m],
    never: /Check owner and rights/,
    breakIt: () => moveToFullDisk('fillNames'),
  },
];

async function giveDataDir(): Promise<void> {
  const secrets = join(dataDir, 'secrets');
  const keys = Object.keys(KEYS).map((name) => join(secrets, name));
  await give(dataDir, join(dataDir, 'files'), secrets, ...keys);
}

it.each(CASES.filter(({ skipped = '' }) => skipped === ''))(
  'the doctor says what to type: $name',
  async ({ rows, never, breakIt }) => {
    const report = await examine(await breakIt());
    for (const row of rows) expect(report).toMatch(row);
    if (never) expect(report).not.toMatch(never);
  },
);

it('finds none of these problems where nothing is broken', async () => {
  expect(await examine({})).not.toMatch(/^PROBLEM/m);
});

for (const { name, skipped = '' } of CASES.filter((one) => one.skipped)) {
  it.skip(`the doctor says what to type: ${name} (skipped: ${skipped})`);
}
