import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { padAuditKey } from '#server/core/audit-key.ts';
import { readConfig } from '#server/core/config.ts';
import { createDatabase } from '#server/db/client.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';
import { migrateToLatest, readAppliedMigrations } from '#server/db/migrate.ts';
import { INCLUDED, migrations } from '#server/db/migrations/index.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { ADMIN_USER_MESSAGES } from '#shared/admin-users/messages.ts';
import type { IpRuleType } from '#shared/ip-rules/values.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { buildServiceContext, createTestStorage, type TestStorage } from '#tests/support/leads.ts';
import {
  createEmptyTestDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#tests/support/test-database.ts';
import { createTestLog } from '#tests/support/log.ts';
import { asOwner, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';
import { readTar } from '#tests/support/privacy/tar.ts';
import { runCommand } from '#tests/support/site-process.ts';
import { insertRows, readRow, readRows } from '#tests/support/database/rows.ts';
import { tamperAudit } from '#tests/support/privacy/tamper-audit.ts';
import { UsageError } from './command.ts';
import { runAdmin } from './run-admin.ts';

const KEY = Buffer.alloc(32, 5);

let database: TestDatabase;
let files: TestStorage;

beforeAll(async () => {
  database = await createTestDatabase();
  files = await createTestStorage();
  await mkdir(join(files.folder, 'secrets'), { recursive: true });
  for (const name of ['audit-key', 'track-key']) {
    await writeFile(join(files.folder, 'secrets', name), KEY.toString('hex'));
  }
});
afterAll(async () => {
  await database.destroy();
  await files.destroy();
});

type Settings = Record<string, string>;

const withDefaults = (settings: Settings = {}): Settings => ({
  DATABASE_URL: database.url,
  DATA_DIR: files.folder,
  ...settings,
});

/** Returns a command's output. Rejects with the reason when it fails. */
const admin = (command: string, settings?: Settings) =>
  runAdmin(command.split(' ').filter(Boolean), withDefaults(settings));

/** Runs a command as a program in the data folder. */
const runProgram = (command: string, settings?: Settings) =>
  runCommand('admin', command.split(' '), withDefaults(settings), files.folder);

it('make-backup-key prints a key that the configuration takes, without an installation', async () => {
  const nowhere = { DATABASE_URL: '', DATA_DIR: '/nowhere' };
  const { code, stdout } = await runProgram('make-backup-key', nowhere);
  expect(code).toBe(0);
  expect(readConfig({ BACKUP_KEY: stdout.trim() })).toMatchObject({
    config: { backupKey: stdout.trim() },
  });
  expect(readConfig({ BACKUP_KEY: `${stdout.trim()}Q` })).toHaveProperty('problems');
});

it('ends with 1 when nothing is done, and with 2 and the usage when it is used wrongly', async () => {
  expect(await runProgram('unblock-ip 203.0.113.9')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'No blacklist rule in force covers 203.0.113.9.\n',
  });
  expect(await runProgram('migrate-down -1')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Usage: npm run admin'),
  });
});

it.each<[command: string, reason: string, ...rest: string[]]>([
  ['', 'A command is missing', ''],
  ['become', 'Unknown command', 'murat'],
  ['verify-audit', 'takes no', 'selin', '--password-stdin'],
  ['list', 'takes no --file', '--file x'],
  ['set-role', 'takes a name and a role', '', 'murat', 'murat boss', 'murat owner x'],
  ['unblock-ip', 'takes one IP address', '', 'nowhere', '010.0.0.1', '203.0.113.9 203.0.113.10'],
  ['unblock-ip', 'takes no password', '203.0.113.9 --password-stdin'],
  ['protection', 'takes one mode', '', 'maybe', 'on off'],
  ['replace-key', 'takes one key', '', 'backup-key', 'audit-key totp-key'],
  ['migrate-down', 'takes a number', '', '0', 'all', '1 2'],
  ['export-person', 'takes one e-mail address', '', 'nobody'],
  ['erase-person', 'takes one e-mail address', '', 'nobody'],
])('rejects wrong arguments of %j before it opens a database', async (command, reason, ...rest) => {
  for (const argument of rest) {
    const outcome = admin(`${command} ${argument}`, { DATABASE_URL: 'postgres://127.0.0.1:1/x' });
    await expect(outcome, argument).rejects.toThrow(UsageError);
    await expect(outcome, argument).rejects.toThrow(reason);
  }
});

describe('the audit', () => {
  const replaceEntries = async () => {
    await tamperAudit(database.db, sql`truncate contact_message_audit restart identity`);
    const owner = await asOwner(buildServiceContext(database.db, files.storage));
    const ctx = { ...owner, auditKey: padAuditKey(KEY) };
    for (const action of ['bulk_view', 'detailed_view', 'export'] as const) {
      const access = { action, fields: ['name', 'email'] };
      await database.db.transaction().execute((tx) => logContactAccess(ctx, tx, access));
    }
    await database.db.deleteFrom('adminUsers').execute();
  };

  it('is verified with the key of the data folder or of the configuration alone', async () => {
    await replaceEntries();
    const intact = 'The audit is intact: 3 entries.';
    expect(await admin('verify-audit')).toBe(intact);
    expect(await admin('verify-audit', { AUDIT_KEY: KEY.toString('hex') })).toBe(intact);
    await expect(admin('verify-audit', { AUDIT_KEY: '0'.repeat(64) })).rejects.toThrow(
      'AUDIT_KEY is another key.',
    );
    await tamperAudit(
      database.db,
      sql`update contact_message_audit set accessed_fields = '{}' where sequence >= 2`,
    );
    await expect(admin('verify-audit')).rejects.toThrow(
      /^The audit is broken at entry 2 \(\d{4}-.*Z, detailed_view\): .+\.$/,
    );
  });

  it('is written to a file, which is verified as well, as is the end of an earlier day', async () => {
    await replaceEntries();
    const { code, stdout } = await runProgram('export-audit');
    expect(code).toBe(0);
    const [, name = ''] = /(contact-audit-\w+\.jsonl)/.exec(stdout) ?? [];
    const file = join(files.folder, name);
    expect(await admin(`verify-audit --file ${file}`)).toMatch(
      /^The file is intact: \d+ entries\./,
    );
    const text = await readFile(file, 'utf8');
    const { head } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as {
      head: { sequence: number; hash: string };
    };
    const verifyHead = (hash: string) => admin(`verify-audit --head ${head.sequence}:${hash}`);
    expect(await verifyHead(head.hash)).toContain(`still has entry ${head.sequence}`);
    await expect(verifyHead('0'.repeat(64))).rejects.toThrow('it is not the one of that day');
    await writeFile(file, text.replace('"export"', '"view"'));
    await expect(admin(`verify-audit --file ${file}`)).rejects.toThrow('The file is broken');
  });
});

it('makes, lists, changes and disables administrators', async () => {
  expect(await admin('create murat')).toMatch(
    /^Made the administrator murat\.\nPassword .+: \w{20}\nChoose a password of your own .+$/,
  );
  expect(await admin('list')).toMatch(/^murat\s+active\s+owner/);
  await expect(admin('set-role murat member')).rejects.toThrow(ADMIN_USER_MESSAGES.lastOwner);
  await admin('create selin');
  expect(await admin('set-role MURAT auditor')).toBe(
    'murat is now an auditor; every session has ended.',
  );
  expect(await admin('disable selin')).toContain('No active owner is left');
  expect(await admin('disable murat')).toContain('Disabled murat');
  await expect(admin('disable nobody')).rejects.toThrow('no administrator called nobody');
});

it('unblock-ip removes every blacklist rule in force that covers the address, and says which', async () => {
  const rule = (ipAddress: string, ruleType: IpRuleType, expiresAt: string | null = null) => ({
    id: uuidV7(),
    ipAddress,
    ruleType,
    reason: `Rule for ${ipAddress}`,
    expiresAt: expiresAt && new Date(expiresAt),
  });
  await insertRows(database.db, 'ipSecurityRules', [
    rule('203.0.113.9', 'blacklist', '2126-06-30T12:00:00Z'),
    rule('203.0.113.0/24', 'blacklist'),
    rule('203.0.113.9', 'suspicious'),
    rule('203.0.113.8', 'blacklist'),
    rule('203.0.0.0/16', 'whitelist'),
    rule('203.0.113.8/31', 'blacklist', '2020-06-30T12:00:00Z'),
  ]);
  expect((await admin('unblock-ip 203.0.113.9')).split('\n')).toEqual([
    'Removed 2 blacklist rules that covered 203.0.113.9:',
    '  203.0.113.0/24  without an end  Rule for 203.0.113.0/24',
    '  203.0.113.9  until 2126-06-30 12:00 UTC  Rule for 203.0.113.9',
  ]);
  await expect(admin('unblock-ip 203.0.113.8/31')).rejects.toThrow(
    'No blacklist rule in force covers 203.0.113.8/31.',
  );
  const left = await readRows(database.db, 'ipSecurityRules', ['ipAddress']);
  expect(left.map(({ ipAddress }) => ipAddress).toSorted()).toEqual([
    '203.0.0.0/16',
    '203.0.113.8/31',
    '203.0.113.8/32',
    '203.0.113.9/32',
  ]);
});

it('protection sets the mode, leaves an event of each change, and says when the environment wins', async () => {
  const { db } = database;
  const readMode = async () => (await readRow(db, 'trafficProtection', ['mode']))?.mode;
  await db.deleteFrom('securityEvents').execute();
  for (const mode of ['off', 'off', 'on']) {
    expect(await admin(`protection ${mode}`)).toMatch(`Set the protection to ${mode}: `);
    expect(await readMode()).toBe(mode);
  }
  const event = { eventType: 'protection_mode_changed', ipAddress: '0.0.0.0', threatScore: 0 };
  const columns = ['eventType', 'ipAddress', 'threatScore', 'reasons'] as const;
  expect(await readRows(db, 'securityEvents', columns)).toEqual([
    { ...event, reasons: ['Changed from on to off on the command line'] },
    { ...event, reasons: ['Changed from off to on on the command line'] },
  ]);
  expect(await admin('protection off', { PROTECTION: 'on' })).toContain(
    'PROTECTION=on in the environment wins',
  );
  expect(await readMode()).toBe('off');
  await db.deleteFrom('trafficProtection').execute();
  await admin('protection simulate');
  expect(await readMode()).toBe('simulate');
});

it('uses the embedded database of an application that does not run, and makes no installation', async () => {
  const DATA_DIR = await makeDataDir();
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  const settings = { DATABASE_URL: '', DATA_DIR };
  const missing = join(DATA_DIR, 'mistyped');
  for (const folder of [DATA_DIR, missing]) {
    await expect(admin('list', { ...settings, DATA_DIR: folder })).rejects.toThrow(
      `No installation at DATA_DIR (${folder}). A first start makes one.`,
    );
  }
  expect(await readdir(DATA_DIR)).toEqual([]);
  const options = { dataDir: DATA_DIR, database: 'vitrin', log: createTestLog() };
  const postgres = await startEmbeddedPostgres(options);
  const { db, destroy } = createDatabase({ connection: postgres.connection });
  await migrateToLatest(db);
  await destroy();
  await postgres.stop();
  expect(await runProgram('protection simulate', settings)).toMatchObject({ code: 0 });
  const empty = await createEmptyTestDatabase();
  onTestFinished(() => empty.destroy());
  await expect(admin('list', { DATABASE_URL: empty.url })).rejects.toThrow(
    'No installation at DATABASE_URL. A first start makes one.',
  );
  const tables = sql`select 1 from pg_tables where schemaname = 'public'`;
  expect((await tables.execute(empty.db)).rows).toEqual([]);
});

it('replace-key replaces a lost key when it is told yes, never below the application', async () => {
  const own = await createTestDatabase();
  const DATA_DIR = await makeDataDir();
  onTestFinished(async () => {
    await rm(DATA_DIR, { recursive: true });
    await own.destroy();
  });
  const settings = { DATABASE_URL: own.url, DATA_DIR };
  const ctx = buildServiceContext(own.db, files.storage);
  await sendOrder(ctx);
  await own.db.transaction().execute((tx) =>
    logContactAccess({ ...ctx, db: tx, actor: { type: 'system', job: 'test' } }, tx, {
      action: 'export',
      fields: ['name'],
    }),
  );
  const replace = 'replace-key audit-key';
  await expect(admin(`${replace} --yes`, settings)).rejects.toThrow('Stop it first');
  await own.db.destroy();
  await expect(admin(replace, settings)).rejects.toThrow('add --yes');
  await expect(admin('verify-audit', settings)).rejects.toThrow('is missing');
  expect(await admin(`${replace} --yes`, settings)).toMatch(
    /^Replaced the audit-key\. .* new segment at entry 2;/,
  );
  expect(await admin('verify-audit', settings)).toMatch(
    /^The audit is intact: 1 entries\. Its key was lost and replaced on \d{4}-\d\d-\d\d: a new segment begins after entry 1;/,
  );
  await expect(admin(`${replace} --yes`, settings)).rejects.toThrow('is the right one');
  // The other keys have not been replaced along with it.
  await expect(admin('replay-erasures none', settings)).rejects.toThrow('track-key is missing');
});

it('migrate-down undoes the newest migrations when it is told yes, never below the application', async () => {
  const own = await createTestDatabase();
  onTestFinished(() => own.destroy());
  const settings = { DATABASE_URL: own.url };
  const newest = Object.keys(migrations).toSorted().toReversed();
  const before = await readAppliedMigrations(own.db);
  await expect(admin('migrate-down 2 --yes', settings)).rejects.toThrow('Stop it first');
  await own.db.destroy();
  await expect(admin('migrate-down 2', settings)).rejects.toThrow(
    new RegExp(`^This undoes ${newest[0]}, ${newest[1]}: .+add --yes`, 's'),
  );
  expect(await admin('migrate-down 2 --yes', settings)).toContain(
    `Undid ${newest[0]}, ${newest[1]}.`,
  );
  const left = newest.length - INCLUDED.length - 2;
  await expect(admin(`migrate-down ${left + 1} --yes`, settings)).rejects.toThrow(
    `Only ${left} migrations can be undone: this version goes back`,
  );
  const later = createDatabase({ connection: own.url, poolSize: 1 });
  expect(await readAppliedMigrations(later.db)).toEqual(before.slice(0, -2));
  await sql`create table restore_steps (name text)`.execute(later.db);
  await later.destroy();
  await expect(admin('migrate-down 1 --yes', settings)).rejects.toThrow('A restore was begun');
});

describe('the data of one person', () => {
  const buildContext = () => ({
    ...buildServiceContext(database.db, files.storage),
    trackKey: KEY,
  });

  it('is exported into a new file, and erased after a question', async () => {
    const { email, id } = await sendOrder(buildContext());
    const exported = await runProgram(`export-person ${email}`);
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    const [, name = ''] = /(person-\w+\.tar)/.exec(exported.stdout) ?? [];
    const archive = readTar(await readFile(join(files.folder, name)));
    expect([...archive.keys()]).toContain('enquiry-001/files/001.pdf');

    const erase = `erase-person ${email}`;
    await expect(admin(erase)).rejects.toThrow('add --yes');
    expect(await admin(`${erase} --yes`)).toContain('Erased 1 enquiry');
    for (const command of [`${erase} --yes`, `export-person ${email}`]) {
      await expect(admin(command)).rejects.toThrow('Nothing is stored');
    }
    const columns = ['by', 'kind', 'orderIds'] as const;
    const line = await readRow(database.db, 'erasures', columns, { kind: 'person' });
    expect(line).toEqual({ by: 'command-line', kind: 'person', orderIds: [id] });
    expect(await admin('verify-audit')).toContain('intact');

    const ledger = join(files.folder, 'erasures.jsonl');
    await admin(`export-erasures ${ledger}`);
    await expect(admin(`export-erasures ${ledger}`)).rejects.toThrow('EEXIST');
    const mail = { kind: 'tracking.link', recipient: email.toUpperCase(), payload: '{}' };
    await insertRows(database.db, 'outboxMails', { ...mail, id: uuidV7(), createdAt: new Date(0) });
    for (const erased of [1, 0]) {
      expect(await admin(`replay-erasures ${ledger}`)).toContain(
        `Read 1 line; ${erased} had something to erase.`,
      );
    }
    await writeFile(ledger, '{"id":1}\n');
    await expect(admin(`replay-erasures ${ledger}`)).rejects.toThrow('Line 1');
  });

  it('lists what an erasure leaves, why, and from when it can be erased', async () => {
    const { email } = await sendOrder(buildContext());
    const { conversationId, reference } = await sendOrder(buildContext(), email);
    await insertRows(database.db, 'conversationEntries', {
      id: uuidV7(),
      conversationId,
      kind: 'corrected',
      via: 'page',
      detail: JSON.stringify({ formerEmail: 'stranger@example.com' }),
      createdAt: new Date(),
    });
    const left = new RegExp(
      `Order ${reference} had its address changed .+ and can be erased from .+ UTC`,
    );
    const erase = `erase-person ${email}`;
    await expect(admin(erase)).rejects.toThrow(left);
    const done = await admin(`${erase} --yes`);
    expect(done).toMatch(left);
    expect(done).toContain('Erased 1 enquiry');
    await expect(admin(`${erase} --yes`)).rejects.toThrow(left);
  });
});
