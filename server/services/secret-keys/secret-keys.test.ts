import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect } from 'vitest';
import { type ServiceContext, withTransaction } from '#server/context/context.ts';
import {
  findKeyRecord,
  SECRET_KEYS,
  type SecretKeyName,
} from '#server/services/secret-keys/index.ts';
import { encryptTotpSecret } from '#server/services/accounts/index.ts';
import {
  handOverAudit,
  logContactAccess,
  verifyAudit,
  verifyHandOver,
} from '#server/services/contact-audit/index.ts';
import { makeMissingTokens } from '#server/services/conversations/index.ts';
import { findTracked } from '#server/services/tracking/index.ts';
import { padAuditKey } from '#server/core/audit-key.ts';
import { claimDataDir, findForeignDataDir } from '#server/startup/data-dir.ts';
import { findKeyProblem, loadSecretKey, replaceSecretKey } from '#server/startup/secret-key.ts';
import { buildAdmin } from '#tests/support/admin.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { it } from '#tests/support/fixtures.ts';
import { TEST_TRACK_KEY } from '#tests/support/leads.ts';
import { asOwner, sendMessage } from '#tests/support/privacy/sent-enquiries.ts';
import { readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

const KEYS = {
  'audit-key': Buffer.alloc(32, 7),
  'totp-key': Buffer.alloc(32, 5),
  'track-key': TEST_TRACK_KEY,
};
const OTHER = 'ab'.repeat(32);

let dataDir: string;

const configured = (changes: Partial<Record<SecretKeyName, string>> = {}) => ({
  dataDir,
  auditKey: changes['audit-key'] ?? null,
  totpKey: changes['totp-key'] ?? null,
  trackKey: changes['track-key'] ?? null,
});

async function readAudit(ctx: ServiceContext, auditKey = ctx.auditKey): Promise<void> {
  await withTransaction(ctx, (tx) =>
    logContactAccess({ ...ctx, auditKey }, tx, { action: 'bulk_view', fields: ['name'] }),
  );
}

/** An entry made with each key. */
async function makeEntries(ctx: ServiceContext) {
  const owner = await asOwner(ctx);
  await readAudit(owner);
  const admin = await buildAdmin(ctx.db);
  await updateRows(
    ctx.db,
    'adminUsers',
    { id: admin.id },
    {
      totpSecret: encryptTotpSecret(ctx.totpKey, admin.id, 'SECRET'),
      totpConfirmedAt: new Date(),
    },
  );
  return { owner, admin, message: await sendMessage(ctx) };
}

async function writeKey(name: SecretKeyName, key: Buffer | string): Promise<void> {
  await mkdir(join(dataDir, 'secrets'), { recursive: true });
  const text = typeof key === 'string' ? key : key.toString('hex');
  await writeFile(join(dataDir, 'secrets', name), text);
}

beforeEach(async () => {
  dataDir = await makeDataDir();
  return () => rm(dataDir, { recursive: true, force: true });
});

it.beforeEach(async ({ db }) => {
  await sql`alter table contact_message_audit disable trigger all`.execute(db);
  await sql`truncate secret_keys, contact_message_audit, conversations cascade`.execute(db);
  await sql`alter table contact_message_audit enable trigger all`.execute(db);
  await sql`update admin_users set totp_secret = null, totp_confirmed_at = null`.execute(db);
});

describe.each(SECRET_KEYS)('the %s', (name) => {
  const variable = name.toUpperCase().replace('-', '_');

  it('is made once where the database has nothing made with one', async ({ db }) => {
    const key = await loadSecretKey(db, configured(), name);
    expect(await readFile(join(dataDir, 'secrets', name), 'utf8')).toBe(key.toString('hex'));
    expect(await loadSecretKey(db, configured(), name)).toEqual(key);
    expect((await findKeyRecord(db, name))?.firstSequence).toBe(0);
  });

  it('is never made beside entries of a key, recorded or not', async ({ db, ctx }) => {
    await makeEntries(ctx);
    const missing = new RegExp(
      `^${variable} must be .*${dataDir}/secrets/${name} is missing.*Put the former file back.*npm run admin -- replace-key ${name}$`,
    );
    await expect(loadSecretKey(db, configured(), name)).rejects.toThrow(missing);
    await loadSecretKey(db, configured({ [name]: KEYS[name].toString('hex') }), name);
    await expect(loadSecretKey(db, configured(), name)).rejects.toThrow(missing);
    expect(await findKeyProblem(db, configured(), name)).toMatch(missing);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is not made again where an empty database knows one', async ({ db }) => {
    await loadSecretKey(db, configured(), name);
    await rm(join(dataDir, 'secrets'), { recursive: true });
    await expect(loadSecretKey(db, configured(), name)).rejects.toThrow('is missing');
  });

  it('is rejected when it is another one, from the environment or a file', async ({ db, ctx }) => {
    await makeEntries(ctx);
    const different = configured({ [name]: OTHER });
    await expect(loadSecretKey(db, different, name)).rejects.toThrow(`${variable} is another key`);
    await writeKey(name, KEYS[name]);
    await loadSecretKey(db, configured(), name);
    await expect(loadSecretKey(db, different, name)).rejects.toThrow(`${variable} is another key`);
    await writeKey(name, OTHER);
    await expect(loadSecretKey(db, configured(), name)).rejects.toThrow(
      `${dataDir}/secrets/${name} is another key`,
    );
  });

  it('that is damaged can be given up as one that is missing', async ({ db, ctx }) => {
    await makeEntries(ctx);
    await writeKey(name, 'half');
    const damaged = new RegExp(`is damaged.* remove it.*replace-key ${name}$`);
    await expect(loadSecretKey(db, configured(), name)).rejects.toThrow(damaged);
    await rm(join(dataDir, 'secrets', name));
    await expect(replaceSecretKey(db, configured(), name)).resolves.toBeTypeOf('string');
  });

  it('is accepted with the data of a version that recorded none', async ({ db, ctx }) => {
    await makeEntries(ctx);
    await writeKey(name, KEYS[name]);
    expect(await loadSecretKey(db, configured(), name)).toEqual(KEYS[name]);
    expect(await findKeyRecord(db, name)).not.toBeNull();
  });

  it('is not replaced while it is the right one', async ({ db, ctx }) => {
    await makeEntries(ctx);
    const right = configured({ [name]: KEYS[name].toString('hex') });
    await expect(replaceSecretKey(db, right, name)).rejects.toThrow('is the right one');
  });

  it('is replaced by a new or a configured one, which is recorded', async ({ db, ctx }) => {
    await makeEntries(ctx);
    await replaceSecretKey(db, configured(), name);
    const made = await loadSecretKey(db, configured(), name);
    expect(made).not.toEqual(KEYS[name]);
    await replaceSecretKey(db, configured({ [name]: OTHER }), name);
    expect(await loadSecretKey(db, configured({ [name]: OTHER }), name)).toEqual(
      Buffer.from(OTHER, 'hex'),
    );
    const events = await readRows(db, 'securityEvents', ['reasons'], { eventType: 'key_replaced' });
    expect(events.at(-1)?.reasons).toEqual(['On the command line', `Of ${name}`]);
  });
});

it('a new audit key begins a segment, which every check states', async ({ db, ctx }) => {
  const { owner } = await makeEntries(ctx);
  await readAudit(owner);
  const said = await replaceSecretKey(db, configured(), 'audit-key');
  expect(said).toContain('new segment at entry');
  const auditKey = padAuditKey(await loadSecretKey(db, configured(), 'audit-key'));
  await readAudit(owner, auditKey);
  const check = await verifyAudit(db, auditKey);
  expect(check).toMatchObject({
    isIntact: true,
    entries: 3,
    replacedKey: { until: expect.any(Number) },
  });
  const lines = await handOverAudit({ ...owner, auditKey });
  const text: string[] = [];
  for await (const line of lines) text.push(line.trimEnd());
  async function* each() {
    yield* text;
  }
  expect(await verifyHandOver(each(), auditKey)).toMatchObject({
    isIntact: true,
    entries: 4,
    replacedKey: { until: expect.any(Number) },
  });
  // Only the key itself can say where its segment begins.
  await sql`update secret_keys set first_sequence = first_sequence + 1 where name = 'audit-key'`.execute(
    db,
  );
  expect(await verifyAudit(db, auditKey)).toMatchObject({ isIntact: false });
});

it('a gap in the segment of a lost key is still found', async ({ db, ctx }) => {
  const { owner } = await makeEntries(ctx);
  await readAudit(owner);
  await readAudit(owner);
  await replaceSecretKey(db, configured(), 'audit-key');
  const auditKey = padAuditKey(await loadSecretKey(db, configured(), 'audit-key'));
  await sql`alter table contact_message_audit disable trigger all`.execute(db);
  await sql`
    delete from contact_message_audit
    where sequence = (select min(sequence) + 1 from contact_message_audit)
  `.execute(db);
  await sql`alter table contact_message_audit enable trigger all`.execute(db);
  expect(await verifyAudit(db, auditKey)).toMatchObject({ isIntact: false });
});

it('a new TOTP key turns off the apps of the former one', async ({ db, ctx }) => {
  const { admin } = await makeEntries(ctx);
  expect(await replaceSecretKey(db, configured(), 'totp-key')).toContain(admin.username);
  const read = () => readRow(db, 'adminUsers', ['totpSecret', 'totpConfirmedAt'], { id: admin.id });
  expect(await read()).toEqual({ totpSecret: null, totpConfirmedAt: null });
  const key = await loadSecretKey(db, configured(), 'totp-key');
  const totpSecret = encryptTotpSecret(key, admin.id, 'NEXT');
  await db.updateTable('adminUsers').set({ totpSecret }).where('id', '=', admin.id).execute();
  await sql`delete from secret_keys`.execute(db);
  expect(await loadSecretKey(db, configured(), 'totp-key')).toEqual(key);
});

it('a new key of tracking links changes all of them', async ({ db, ctx }) => {
  const { message } = await makeEntries(ctx);
  await replaceSecretKey(db, configured(), 'track-key');
  const trackKey = await loadSecretKey(db, configured(), 'track-key');
  const changed = { ...ctx, trackKey };
  expect(await makeMissingTokens(changed)).toBe(1);
  expect(await findTracked(changed, message.token)).toBeNull();
  expect(await loadSecretKey(db, configured(), 'track-key')).toEqual(trackKey);
});

describe('the data folder', () => {
  it('is marked with the installation, and rejected by another database', async ({ db, api }) => {
    await claimDataDir(db, dataDir);
    await claimDataDir(db, dataDir);
    expect(await findForeignDataDir(db, dataDir)).toBeNull();
    const foreign = new RegExp(
      `^DATA_DIR must be .*${dataDir} belongs to another.*rm ${dataDir}/installation$`,
    );
    await expect(claimDataDir(api.db, dataDir)).rejects.toThrow(foreign);
    expect(await findForeignDataDir(api.db, dataDir)).toMatch(foreign);
    await rm(join(dataDir, 'installation'));
    await claimDataDir(api.db, dataDir);
    expect(await findForeignDataDir(db, dataDir)).toMatch(foreign);
  });

  it('may be a copy, or another folder, of the same installation', async ({ db }) => {
    const other = await makeDataDir();
    await claimDataDir(db, dataDir);
    await claimDataDir(db, other);
    expect(await readFile(join(other, 'installation'), 'utf8')).toBe(
      await readFile(join(dataDir, 'installation'), 'utf8'),
    );
    await rm(other, { recursive: true });
  });
});
