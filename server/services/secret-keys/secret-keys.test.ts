import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeEach, describe, expect } from 'vitest';
import type { Database, ServiceContext } from '#server/context/context.ts';
import {
  findKeyRecord,
  SECRET_KEYS,
  type SecretKeyName,
} from '#server/services/secret-keys/index.ts';
import { encryptTotpSecret } from '#server/services/accounts/index.ts';
import {
  handOverAudit,
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
import { collect } from '#tests/support/privacy/collect.ts';
import { asOwner, sendMessage } from '#tests/support/privacy/sent-enquiries.ts';
import { logAccess, tamperAudit } from '#tests/support/privacy/tamper-audit.ts';
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

const ACCESS = { action: 'bulk_view', fields: ['name'] } as const;

/** An entry made with each key. */
async function makeEntries(ctx: ServiceContext) {
  const owner = await asOwner(ctx);
  await logAccess(owner, ACCESS);
  const admin = await buildAdmin(ctx.db);
  const totpSecret = encryptTotpSecret(ctx.totpKey, admin.id, 'SECRET');
  const confirmed = { totpSecret, totpConfirmedAt: new Date() };
  await updateRows(ctx.db, 'adminUsers', { id: admin.id }, confirmed);
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
  const all = sql`truncate secret_keys, contact_message_audit, conversations cascade`;
  await tamperAudit(db, all);
  await updateRows(db, 'adminUsers', {}, { totpSecret: null, totpConfirmedAt: null });
});

describe.each(SECRET_KEYS)('the %s', (name) => {
  const variable = name.toUpperCase().replace('-', '_');
  const right = () => configured({ [name]: KEYS[name].toString('hex') });
  const other = () => configured({ [name]: OTHER });
  const load = (db: Database, config = configured()) => loadSecretKey(db, config, name);

  it('is made once where the database has nothing made with one', async ({ db }) => {
    const key = await load(db);
    expect(await readFile(join(dataDir, 'secrets', name), 'utf8')).toBe(key.toString('hex'));
    expect(await load(db)).toEqual(key);
    expect((await findKeyRecord(db, name))?.firstSequence).toBe(0);
    await rm(join(dataDir, 'secrets'), { recursive: true });
    await expect(load(db)).rejects.toThrow('is missing');
  });

  it('is never made beside entries of a key, recorded or not', async ({ db, ctx }) => {
    await makeEntries(ctx);
    const missing = new RegExp(
      `^${variable} must be .*${dataDir}/secrets/${name} is missing.*Put the former file back.*npm run admin -- replace-key ${name}$`,
    );
    await expect(load(db)).rejects.toThrow(missing);
    await load(db, right());
    await expect(load(db)).rejects.toThrow(missing);
    expect(await findKeyProblem(db, configured(), name)).toMatch(missing);
    expect(await readdir(dataDir)).toEqual([]);
    await expect(replaceSecretKey(db, right(), name)).rejects.toThrow('is the right one');
  });

  it('is accepted and recorded when a version recorded none, and no other one', async ({
    db,
    ctx,
  }) => {
    await makeEntries(ctx);
    await expect(load(db, other())).rejects.toThrow(`${variable} is another key`);
    await writeKey(name, KEYS[name]);
    expect(await load(db)).toEqual(KEYS[name]);
    expect(await findKeyRecord(db, name)).not.toBeNull();
    await expect(load(db, other())).rejects.toThrow(`${variable} is another key`);
    await writeKey(name, OTHER);
    await expect(load(db)).rejects.toThrow(`${dataDir}/secrets/${name} is another key`);
  });

  it('is replaced, also when it is damaged, by a new or a configured one', async ({ db, ctx }) => {
    await makeEntries(ctx);
    await writeKey(name, 'half');
    const damaged = new RegExp(`is damaged.* remove it.*replace-key ${name}$`);
    await expect(load(db)).rejects.toThrow(damaged);
    await rm(join(dataDir, 'secrets', name));
    await replaceSecretKey(db, configured(), name);
    expect(await load(db)).not.toEqual(KEYS[name]);
    await replaceSecretKey(db, other(), name);
    expect(await load(db, other())).toEqual(Buffer.from(OTHER, 'hex'));
    const events = await readRows(db, 'securityEvents', ['reasons'], { eventType: 'key_replaced' });
    expect(events.at(-1)?.reasons).toEqual(['On the command line', `Of ${name}`]);
  });
});

it('a new audit key begins a segment, which every check states', async ({ db, ctx }) => {
  const { owner } = await makeEntries(ctx);
  await logAccess(owner, ACCESS);
  const said = await replaceSecretKey(db, configured(), 'audit-key');
  expect(said).toContain('new segment at entry');
  const auditKey = padAuditKey(await loadSecretKey(db, configured(), 'audit-key'));
  await logAccess({ ...owner, auditKey }, ACCESS);
  const intact = { isIntact: true, replacedKey: { until: expect.any(Number) } };
  expect(await verifyAudit(db, auditKey)).toMatchObject({ ...intact, entries: 3 });
  const text = await collect(await handOverAudit({ ...owner, auditKey }));
  const each = Readable.from(text.map((line) => line.trimEnd()));
  expect(await verifyHandOver(each, auditKey)).toMatchObject({ ...intact, entries: 4 });
  // Only the key itself can say where its segment begins.
  const next = sql`first_sequence = first_sequence + 1`;
  await sql`update secret_keys set ${next} where name = 'audit-key'`.execute(db);
  expect(await verifyAudit(db, auditKey)).toMatchObject({ isIntact: false });
  const former = sql`first_sequence = first_sequence - 1`;
  await sql`update secret_keys set ${former} where name = 'audit-key'`.execute(db);
  expect(await verifyAudit(db, auditKey)).toMatchObject({ isIntact: true });
  // A gap in the segment of the lost key is still found.
  const second = sql`(select min(sequence) + 1 from contact_message_audit)`;
  await tamperAudit(db, sql`delete from contact_message_audit where sequence = ${second}`);
  expect(await verifyAudit(db, auditKey)).toMatchObject({ isIntact: false });
});

it('a new key changes all tracking links, or turns off the apps', async ({ db, ctx }) => {
  const { admin, message } = await makeEntries(ctx);
  await replaceSecretKey(db, configured(), 'track-key');
  const trackKey = await loadSecretKey(db, configured(), 'track-key');
  const changed = { ...ctx, trackKey };
  expect(await makeMissingTokens(changed)).toBe(1);
  expect(await findTracked(changed, message.token)).toBeNull();
  expect(await loadSecretKey(db, configured(), 'track-key')).toEqual(trackKey);
  expect(await replaceSecretKey(db, configured(), 'totp-key')).toContain(admin.username);
  const read = () => readRow(db, 'adminUsers', ['totpSecret', 'totpConfirmedAt'], { id: admin.id });
  expect(await read()).toEqual({ totpSecret: null, totpConfirmedAt: null });
  const key = await loadSecretKey(db, configured(), 'totp-key');
  const totpSecret = encryptTotpSecret(key, admin.id, 'NEXT');
  await updateRows(db, 'adminUsers', { id: admin.id }, { totpSecret });
  await db.deleteFrom('secretKeys').execute();
  expect(await loadSecretKey(db, configured(), 'totp-key')).toEqual(key);
});

it('the data folder may be a copy, and is rejected by another database', async ({ db, api }) => {
  const other = await makeDataDir();
  await claimDataDir(db, dataDir);
  await claimDataDir(db, other);
  const read = (folder: string) => readFile(join(folder, 'installation'), 'utf8');
  expect(await read(other)).toBe(await read(dataDir));
  await rm(other, { recursive: true });
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
