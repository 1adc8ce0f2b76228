import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { padAuditKey } from '#server/audit-key.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { buildServiceContext, createTestStorage, type TestStorage } from '#tests/support/leads.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

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

function run(args: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const program = join(import.meta.dirname, 'admin.ts');
  const env = { DATABASE_URL: database.url, DATA_DIR: files.folder, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await database.db.connection().execute(async (db) => {
    await sql`alter table contact_message_audit disable trigger all`.execute(db);
    await statement.execute(db);
    await sql`alter table contact_message_audit enable trigger all`.execute(db);
  });
}

describe('verify-audit', () => {
  beforeEach(async () => {
    await tamper(sql`truncate contact_message_audit restart identity`);
    const ctx = {
      ...buildServiceContext(database.db, files.storage),
      actor: {
        type: 'admin' as const,
        adminUserId: uuidV7(),
        username: 'selin',
        sessionId: uuidV7(),
      },
      auditKey: padAuditKey(KEY),
    };
    for (const action of ['bulk_view', 'detailed_view', 'export'] as const) {
      await database.db
        .transaction()
        .execute((tx) =>
          logContactAccess({ ...ctx, db: tx }, tx, { action, fields: ['name', 'email'] }),
        );
    }
  });

  it('says that the audit is intact, with the key of the data folder or of the configuration', async () => {
    const intact = { code: 0, stdout: 'The audit is intact: 3 entries.\n', stderr: '' };
    expect(await run(['verify-audit'])).toEqual(intact);
    expect(await run(['verify-audit'], { AUDIT_KEY: KEY.toString('hex') })).toEqual(intact);
  });

  it('names the first entry that was changed', async () => {
    await tamper(sql`update contact_message_audit set accessed_fields = '{}' where sequence >= 2`);
    const { code, stdout, stderr } = await run(['verify-audit']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The audit is broken at entry 2 \(\d{4}-.*Z, detailed_view\): .+\.\n$/);
  });

  it('names the entry behind one that was removed', async () => {
    await tamper(sql`delete from contact_message_audit where sequence = 1`);
    const { code, stderr } = await run(['verify-audit']);
    expect(code).toBe(1);
    expect(stderr).toContain('broken at entry 2');
    expect(stderr).toContain('missing');
  });

  it('fails with another key, and without one', async () => {
    const wrong = await run(['verify-audit'], { AUDIT_KEY: '0'.repeat(64) });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain('broken at entry 1');
    const none = await run(['verify-audit'], { DATA_DIR: join(files.folder, 'empty') });
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('there is no key');
  });

  it('takes no name', async () => {
    expect((await run(['verify-audit', 'selin'])).code).toBe(2);
    expect((await run(['verify-audit', '--password-stdin'])).code).toBe(2);
  });
});

describe('the commands for administrators', () => {
  it('make, list and disable one', async () => {
    const made = await run(['create', 'murat']);
    expect(made.code).toBe(0);
    expect(made.stdout).toMatch(/^Made the administrator murat\.\nPassword .+: \w{20}\n$/);
    expect((await run(['list'])).stdout).toMatch(/^murat\s+active/);
    expect((await run(['disable', 'murat'])).stdout).toContain('Disabled murat');
    expect((await run(['disable', 'nobody'])).code).toBe(1);
    expect((await run([])).code).toBe(2);
    expect((await run(['become', 'murat'])).code).toBe(2);
  });
});
