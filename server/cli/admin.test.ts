import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
import { RUNTIME } from '#tests/support/site-process.ts';
import { insertRows, readRow } from '#tests/support/database/rows.ts';
import { tamperAudit } from '#tests/support/privacy/tamper-audit.ts';

const KEY = Buffer.alloc(32, 5);

let database: TestDatabase;
let files: TestStorage;

beforeAll(async () => {
  database = await createTestDatabase();
  files = await createTestStorage();
  await mkdir(join(files.folder, 'secrets'), { recursive: true });
  await writeFile(join(files.folder, 'secrets', 'audit-key'), KEY.toString('hex'));
});
afterAll(async () => {
  await database.destroy();
  await files.destroy();
});

type Outcome = { code: number; stdout: string; stderr: string };

function run(
  args: string[],
  environment: Record<string, string> = {},
  cwd?: string,
): Promise<Outcome> {
  const program = join(import.meta.dirname, 'admin.ts');
  const env = { ...RUNTIME, DATABASE_URL: database.url, DATA_DIR: files.folder, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env, cwd }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

describe('verify-audit', () => {
  beforeEach(async () => {
    await tamperAudit(database.db, sql`truncate contact_message_audit restart identity`);
    const owner = await asOwner(buildServiceContext(database.db, files.storage));
    const ctx = { ...owner, auditKey: padAuditKey(KEY) };
    for (const action of ['bulk_view', 'detailed_view', 'export'] as const) {
      const access = { action, fields: ['name', 'email'] };
      await database.db.transaction().execute((tx) => logContactAccess(ctx, tx, access));
    }
    await database.db.deleteFrom('adminUsers').execute();
  });

  it('says that the audit is intact, with the key of the data folder or of the configuration', async () => {
    const intact = { code: 0, stdout: 'The audit is intact: 3 entries.\n', stderr: '' };
    expect(await run(['verify-audit'])).toEqual(intact);
    expect(await run(['verify-audit'], { AUDIT_KEY: KEY.toString('hex') })).toEqual(intact);
  });

  it('names the first entry that was changed', async () => {
    await tamperAudit(
      database.db,
      sql`update contact_message_audit set accessed_fields = '{}' where sequence >= 2`,
    );
    const { code, stdout, stderr } = await run(['verify-audit']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The audit is broken at entry 2 \(\d{4}-.*Z, detailed_view\): .+\.\n$/);
  });

  it('fails with another key, and without one', async () => {
    const wrong = await run(['verify-audit'], { AUDIT_KEY: '0'.repeat(64) });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/^AUDIT_KEY must be the key .*: AUDIT_KEY is another key\./);
    const none = await run(['verify-audit'], { DATA_DIR: join(files.folder, 'empty') });
    expect(none.code).toBe(1);
    expect(none.stderr).toMatch(/^AUDIT_KEY must be .*audit-key is missing\. Put the former file/);
  });

  it('takes no name', async () => {
    expect((await run(['verify-audit', 'selin'])).code).toBe(2);
    expect((await run(['verify-audit', '--password-stdin'])).code).toBe(2);
  });
});

it('make-backup-key prints a key that the configuration takes, without an installation', async () => {
  const { code, stdout } = await run(['make-backup-key'], {
    DATABASE_URL: '',
    DATA_DIR: '/nowhere',
  });
  expect(code).toBe(0);
  expect(readConfig({ BACKUP_KEY: stdout.trim() })).toMatchObject({
    config: { backupKey: stdout.trim() },
  });
  expect(readConfig({ BACKUP_KEY: `${stdout.trim()}Q` })).toHaveProperty('problems');
});

describe('the commands for administrators', () => {
  it('make, list and disable one', async () => {
    const made = await run(['create', 'murat']);
    expect(made.code).toBe(0);
    expect(made.stdout).toMatch(
      /^Made the administrator murat\.\nPassword .+: \w{20}\nChoose a password of your own .+\n$/,
    );
    expect((await run(['list'])).stdout).toMatch(/^murat\s+active/);
    expect((await run(['list'])).stdout).toContain('owner');
    const last = await run(['set-role', 'murat', 'member']);
    expect([last.code, last.stderr]).toEqual([1, `${ADMIN_USER_MESSAGES.lastOwner}\n`]);
    await run(['create', 'selin']);
    expect(await run(['set-role', 'MURAT', 'auditor'])).toEqual({
      code: 0,
      stdout: 'murat is now an auditor; every session has ended.\n',
      stderr: '',
    });
    for (const wrong of [['murat'], ['murat', 'boss'], ['murat', 'owner', 'x'], []]) {
      expect((await run(['set-role', ...wrong])).code, wrong.join(' ')).toBe(2);
    }
    expect((await run(['disable', 'selin'])).stdout).toContain('No active owner is left');
    expect((await run(['disable', 'murat'])).stdout).toContain('Disabled murat');
    expect((await run(['disable', 'nobody'])).code).toBe(1);
    expect((await run([])).code).toBe(2);
    expect((await run(['become', 'murat'])).code).toBe(2);
  });
});

describe('unblock-ip', () => {
  async function addRules(...rules: [range: string, type: IpRuleType, expiresAt?: Date][]) {
    await database.db.deleteFrom('ipSecurityRules').execute();
    await insertRows(
      database.db,
      'ipSecurityRules',
      rules.map(([ipAddress, ruleType, expiresAt]) => ({
        id: uuidV7(),
        ipAddress,
        ruleType,
        reason: `Rule for ${ipAddress}`,
        expiresAt: expiresAt ?? null,
      })),
    );
  }

  async function readRanges(): Promise<string[]> {
    const rows = await database.db
      .selectFrom('ipSecurityRules')
      .select('ipAddress')
      .orderBy('ipAddress')
      .execute();
    return rows.map(({ ipAddress }) => ipAddress);
  }

  it('removes every blacklist rule in force that covers the address, and says which', async () => {
    await addRules(
      ['203.0.113.9', 'blacklist', new Date('2126-06-30T12:00:00Z')],
      ['203.0.113.0/24', 'blacklist'],
      ['203.0.113.9', 'suspicious'],
      ['203.0.113.8', 'blacklist'],
      ['203.0.0.0/16', 'whitelist'],
    );
    expect(await run(['unblock-ip', '203.0.113.9'])).toEqual({
      code: 0,
      stdout: [
        'Removed 2 blacklist rules that covered 203.0.113.9:',
        '  203.0.113.0/24  without an end  Rule for 203.0.113.0/24',
        '  203.0.113.9  until 2126-06-30 12:00 UTC  Rule for 203.0.113.9',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(await readRanges()).toEqual(['203.0.0.0/16', '203.0.113.8/32', '203.0.113.9/32']);
  });

  it('fails when nothing blocks the address, and says how to use it without one', async () => {
    await addRules(
      ['203.0.113.9', 'blacklist', new Date('2020-06-30T12:00:00Z')],
      ['203.0.113.9', 'suspicious'],
      ['203.0.113.0/28', 'blacklist'],
    );
    const none = await run(['unblock-ip', '203.0.113.0/24']);
    expect(none).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No blacklist rule in force covers 203.0.113.0/24.\n',
    });
    for (const wrong of [[], ['nowhere'], ['010.0.0.1'], ['203.0.113.9', '203.0.113.10']]) {
      const { code, stderr } = await run(['unblock-ip', ...wrong]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('takes one IP address')]);
    }
    expect((await run(['unblock-ip', '203.0.113.9', '--password-stdin'])).code).toBe(2);
    expect(await readRanges()).toHaveLength(3);
  });
});

describe('protection', () => {
  async function readMode(): Promise<string | undefined> {
    const row = await database.db.selectFrom('trafficProtection').select('mode').executeTakeFirst();
    return row?.mode;
  }

  it.each(['off', 'simulate', 'on'])('sets the mode %s', async (mode) => {
    const { code, stdout } = await run(['protection', mode]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(`^Set the protection to ${mode}: .+\\.\n$`),
    ]);
    expect(await readMode()).toBe(mode);
  });

  it('leaves an event of each change', async () => {
    await database.db.deleteFrom('securityEvents').execute();
    await run(['protection', 'off']);
    await run(['protection', 'off']);
    await run(['protection', 'on']);
    const events = await database.db
      .selectFrom('securityEvents')
      .select(['eventType', 'ipAddress', 'threatScore', 'reasons'])
      .orderBy('id')
      .execute();
    const event = { eventType: 'protection_mode_changed', ipAddress: '0.0.0.0', threatScore: 0 };
    expect(events).toEqual([
      { ...event, reasons: ['Changed from on to off on the command line'] },
      { ...event, reasons: ['Changed from off to on on the command line'] },
    ]);
  });

  it('says when the environment wins', async () => {
    const { code, stdout } = await run(['protection', 'off'], { PROTECTION: 'on' });
    expect(code).toBe(0);
    expect(stdout).toContain('PROTECTION=on in the environment wins');
    expect(await readMode()).toBe('off');
  });

  it('works when the row is missing, and refuses another mode', async () => {
    await database.db.deleteFrom('trafficProtection').execute();
    expect((await run(['protection', 'simulate'])).code).toBe(0);
    expect(await readMode()).toBe('simulate');
    for (const wrong of [[], ['maybe'], ['on', 'off']]) {
      expect((await run(['protection', ...wrong])).code).toBe(2);
    }
    expect(await readMode()).toBe('simulate');
  });
});

describe('with the embedded database of an application that does not run', () => {
  it('works as well, and makes none where there is none', async () => {
    const DATA_DIR = await makeDataDir();
    try {
      const environment = { DATABASE_URL: '', DATA_DIR };
      expect(await run(['protection', 'simulate'], environment)).toEqual({
        code: 1,
        stdout: '',
        stderr: `No installation at DATA_DIR (${DATA_DIR}). A first start makes one.\n`,
      });
      expect(await readdir(DATA_DIR)).toEqual([]);
      const missing = join(DATA_DIR, 'mistyped');
      const none = await run(['list'], { ...environment, DATA_DIR: missing });
      expect(none.stderr).toContain(`No installation at DATA_DIR (${missing})`);
      expect(await readdir(DATA_DIR)).toEqual([]);

      const options = { dataDir: DATA_DIR, database: 'vitrin', log: createTestLog() };
      const postgres = await startEmbeddedPostgres(options);
      const { db, destroy } = createDatabase({ connection: postgres.connection });
      await migrateToLatest(db);
      await destroy();
      await postgres.stop();
      expect((await run(['protection', 'simulate'], environment)).code).toBe(0);
      const lifted = await run(['unblock-ip', '203.0.113.9'], environment);
      expect([lifted.code, lifted.stderr]).toEqual([
        1,
        expect.stringContaining('No blacklist rule'),
      ]);
    } finally {
      await rm(DATA_DIR, { recursive: true, force: true });
    }
  });
});

describe('with an external database', () => {
  it('makes no installation where there is none', async () => {
    const empty = await createEmptyTestDatabase();
    try {
      expect(await run(['list'], { DATABASE_URL: empty.url })).toEqual({
        code: 1,
        stdout: '',
        stderr: 'No installation at DATABASE_URL. A first start makes one.\n',
      });
      const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(
        empty.db,
      );
      expect(rows).toEqual([]);
    } finally {
      await empty.destroy();
    }
  });
});

describe('replace-key', () => {
  it('replaces a lost key when it is told yes, never below the application', async () => {
    const own = await createTestDatabase();
    const DATA_DIR = await makeDataDir();
    const environment = { DATABASE_URL: own.url, DATA_DIR };
    const command = ['replace-key', 'audit-key'];
    try {
      const ctx = buildServiceContext(own.db, files.storage);
      await sendOrder(ctx);
      await own.db.transaction().execute((tx) =>
        logContactAccess({ ...ctx, db: tx, actor: { type: 'system', job: 'test' } }, tx, {
          action: 'export',
          fields: ['name'],
        }),
      );
      const busy = await run([...command, '--yes'], environment);
      expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining('Stop it first')]);
      await own.db.destroy();
      const asked = await run(command, environment);
      expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('add --yes')]);
      const lost = await run(['verify-audit'], environment);
      expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining('is missing')]);
      const done = await run([...command, '--yes'], environment);
      expect([done.stderr, done.stdout]).toEqual([
        '',
        expect.stringMatching(/^Replaced the audit-key\. .* new segment at entry 2;/),
      ]);
      expect((await run(['verify-audit'], environment)).stdout).toMatch(
        /^The audit is intact: 1 entries\. Its key was lost and replaced on \d{4}-\d\d-\d\d: a new segment begins after entry 1;/,
      );
      const again = await run([...command, '--yes'], environment);
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is the right one')]);
      // The other keys have not been replaced along with it.
      const ledger = await run(['replay-erasures', 'none'], environment);
      expect(ledger.stderr).toContain('track-key is missing');
    } finally {
      await rm(DATA_DIR, { recursive: true });
      await own.destroy();
    }
  });

  it.each([[], ['backup-key'], ['audit-key', 'totp-key']])(
    'takes one key, not %j',
    async (...args) => {
      expect((await run(['replace-key', ...args])).code).toBe(2);
    },
  );
});

describe('migrate-down', () => {
  it('undoes the newest migrations when it is told yes, and never below the application', async () => {
    const own = await createTestDatabase();
    const environment = { DATABASE_URL: own.url };
    const newest = Object.keys(migrations).toSorted().toReversed();
    const application = createDatabase({ connection: own.url, poolSize: 1 });
    try {
      const before = await readAppliedMigrations(application.db);
      const busy = await run(['migrate-down', '2', '--yes'], environment);
      expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining('Stop it first')]);
      await application.destroy();
      // The test's own connections are those of an application as well.
      await own.db.destroy();

      const asked = await run(['migrate-down', '2'], environment);
      expect(asked.code).toBe(1);
      expect(asked.stderr).toContain(`This undoes ${newest[0]}, ${newest[1]}: `);
      expect(asked.stderr).toContain('add --yes');

      const done = await run(['migrate-down', '2', '--yes'], environment);
      expect([done.code, done.stderr]).toEqual([0, '']);
      expect(done.stdout).toContain(`Undid ${newest[0]}, ${newest[1]}.`);
      const later = createDatabase({ connection: own.url, poolSize: 1 });
      expect(await readAppliedMigrations(later.db)).toEqual(before.slice(0, -2));
      await later.destroy();
      const left = newest.length - INCLUDED.length - 2;
      const all = await run(['migrate-down', String(left + 1), '--yes'], environment);
      expect([all.code, all.stdout]).toEqual([1, '']);
      expect(all.stderr).toContain(`Only ${left} migrations can be undone: this version goes back`);
    } finally {
      await application.destroy().catch(() => undefined);
      await own.destroy();
    }
  });

  it('undoes nothing where a restore has not ended', async () => {
    const own = await createTestDatabase();
    try {
      await sql`create table restore_steps (name text)`.execute(own.db);
      await own.db.destroy();
      const done = await run(['migrate-down', '1', '--yes'], { DATABASE_URL: own.url });
      expect([done.code, done.stderr]).toEqual([1, expect.stringContaining('A restore was begun')]);
    } finally {
      await own.destroy();
    }
  });

  it.each([[], ['0'], ['-1'], ['all'], ['1', '2']])('takes one number, not %j', async (...args) => {
    expect((await run(['migrate-down', ...args])).code).toBe(2);
  });
});

describe('the data of one person', () => {
  async function build() {
    const ctx = { ...buildServiceContext(database.db, files.storage), trackKey: KEY };
    await writeFile(join(files.folder, 'secrets', 'track-key'), KEY.toString('hex'));
    return sendOrder(ctx);
  }

  it('is exported into a new file, and erased after a question', async () => {
    const { email, id } = await build();
    const exported = await run(['export-person', email], {}, files.folder);
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    const [, name = ''] = /(person-\w+\.tar)/.exec(exported.stdout) ?? [];
    const archive = readTar(await readFile(join(files.folder, name)));
    expect([...archive.keys()]).toContain('enquiry-001/files/001.pdf');

    const asked = await run(['erase-person', email]);
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('add --yes') });
    expect(await run(['erase-person', email, '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Erased 1 enquiry'),
    });
    expect(await run(['erase-person', email, '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing is stored'),
    });
    const line = await readRow(database.db, 'erasures', ['by', 'kind', 'orderIds'], {
      kind: 'person',
    });
    expect(line).toEqual({ by: 'command-line', kind: 'person', orderIds: [id] });
    expect((await run(['verify-audit'])).stdout).toContain('intact');

    const ledger = join(files.folder, 'erasures.jsonl');
    expect(await run(['export-erasures', ledger])).toMatchObject({ code: 0 });
    expect(await run(['export-erasures', ledger])).toMatchObject({ code: 1 });
    const mail = { kind: 'tracking.link', recipient: email.toUpperCase(), payload: '{}' };
    await insertRows(database.db, 'outboxMails', { ...mail, id: uuidV7(), createdAt: new Date(0) });
    for (const erased of [1, 0]) {
      expect(await run(['replay-erasures', ledger])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`Read 1 line; ${erased} had something to erase.`),
      });
    }
    await writeFile(ledger, '{"id":1}\n');
    expect(await run(['replay-erasures', ledger])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Line 1'),
    });
  });

  it('lists what an erasure leaves, why, and from when it can be erased', async () => {
    const { email } = await build();
    const ctx = { ...buildServiceContext(database.db, files.storage), trackKey: KEY };
    const { conversationId, reference } = await sendOrder(ctx, email);
    await insertRows(database.db, 'conversationEntries', {
      id: uuidV7(),
      conversationId,
      kind: 'corrected',
      via: 'page',
      detail: JSON.stringify({ formerEmail: 'stranger@example.com' }),
      createdAt: new Date(),
    });
    const left = expect.stringMatching(
      new RegExp(`Order ${reference} had its address changed .+ and can be erased from .+ UTC`),
    );
    expect((await run(['erase-person', email])).stderr).toEqual(left);
    const done = await run(['erase-person', email, '--yes']);
    expect(done).toMatchObject({ code: 0, stdout: left });
    expect(done.stdout).toContain('Erased 1 enquiry');
    expect(await run(['erase-person', email, '--yes'])).toMatchObject({ code: 1, stderr: left });
  });

  it.each(['export-person', 'erase-person'])('takes an address: %s', async (command) => {
    expect((await run([command, 'nobody'])).code).toBe(2);
    expect((await run([command])).code).toBe(2);
  });

  it('is not what an unknown address has', async () => {
    const { code, stderr } = await run(['export-person', 'nobody@example.com']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing is stored')]);
  });
});

describe('export-audit', () => {
  it('writes a file that verify-audit checks', async () => {
    const { code, stdout } = await run(['export-audit'], {}, files.folder);
    expect(code).toBe(0);
    const [, name = ''] = /(contact-audit-\w+\.jsonl)/.exec(stdout) ?? [];
    const file = join(files.folder, name);
    expect(await run(['verify-audit', '--file', file])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The file is intact: \d+ entries\./),
    });
    const text = await readFile(file, 'utf8');
    const { head } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as {
      head: { sequence: number; hash: string };
    };
    expect(await run(['verify-audit', '--head', `${head.sequence}:${head.hash}`])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`still has entry ${head.sequence}`),
    });
    expect(
      await run(['verify-audit', '--head', `${head.sequence}:${'0'.repeat(64)}`]),
    ).toMatchObject({ code: 1 });
    await writeFile(file, text.replace('"export"', '"view"'));
    expect(await run(['verify-audit', '--file', file])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The file is broken'),
    });
    expect((await run(['list', '--file', file])).code).toBe(2);
  });
});
