import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, vi } from 'vitest';
import { LIMITS } from '#server/core/limits.ts';
import { readConnections, resolveBackup } from '#server/services/connections/index.ts';
import { it } from '#tests/support/fixtures.ts';
import { insertRows, readRows } from '#tests/support/database/rows.ts';
import { signedInRequests } from '#tests/support/admin-requests.ts';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import { createTestApp, TEST_TOTP_KEY } from '#tests/support/test-app.ts';

const s3 = await startTestS3({ isEncrypted: true });
const { accessKeyId: key } = s3.s3;
const secret = 'kept-for-this-bucket';

function buildBucket(changes: object = {}) {
  const { endpoint, region, bucket } = s3.s3;
  return { endpoint, region, bucket, prefix: 'site/a/', key, secret, ...changes };
}

it('takes a bucket, writes, reads and deletes a file there, and never sends the key back', async ({
  admin,
  api,
}) => {
  expect((await admin.post('connections/backup/test')).body.error.message).toMatch(/^Enter and/);
  expect((await admin.post('connections/backup', buildBucket())).status).toBe(200);
  expect((await admin.post('connections/backup/test')).body).toEqual({ recipient: null });
  const { body } = await admin.get('connections');
  const { secret: _, ...values } = buildBucket();
  expect(body.items[4]).toEqual({
    kind: 'backup',
    values,
    has_secret: true,
    is_encrypted: false,
    is_unreadable: false,
    variable: null,
  });
  const rows = await readRows(api.db, 'connections', ['sealed']);
  const events = await readRows(api.db, 'securityEvents', ['reasons']);
  expect(JSON.stringify(events)).toContain('Of Backup bucket');
  expect(JSON.stringify([rows, events])).not.toContain(secret);
  const stored = await readConnections(api.db, TEST_TOTP_KEY);
  expect(resolveBackup({ backupTarget: null, s3Access: null }, stored)).toEqual({
    place: 's3://vitrin/site/a/',
    access: {
      endpoint: s3.s3.endpoint,
      region: 'us-east-1',
      accessKeyId: key,
      secretAccessKey: secret,
    },
  });
});

it('uses a stored key at no other endpoint, bucket or key ID', async ({ admin, api }) => {
  await admin.post('connections/backup', buildBucket());
  const unchanged = { secret: '', prefix: '', region: 'eu-west-1' };
  expect((await admin.post('connections/backup', buildBucket(unchanged))).status).toBe(200);
  for (const change of [{ endpoint: '' }, { bucket: 'other' }, { key: 'x' }]) {
    const denied = await admin.post('connections/backup', buildBucket({ ...unchanged, ...change }));
    expect(denied.body.error.fields).toEqual({ secret: 'Enter the secret access key' });
  }
  expect((await readConnections(api.db, TEST_TOTP_KEY)).backup).toMatchObject({ secret });
});

it('makes a backup of the day that failed due again', async ({ admin, api }) => {
  const failed = { status: 'failed', startedAt: new Date(), attempts: 3 } as const;
  const days = ['2026-11-23', '2026-11-24'];
  await insertRows(
    api.db,
    'backupRuns',
    days.map((day) => ({ day, ...failed })),
  );
  await admin.post('connections/backup', buildBucket());
  expect(await readRows(api.db, 'backupRuns', ['status', 'attempts'], {}, 'day')).toEqual([
    { status: 'failed', attempts: 3 },
    { status: 'running', attempts: 0 },
  ]);
});

it.for([
  { endpoint: 'http://127.0.0.1' },
  { endpoint: 'https://user@example.com' },
  { region: 'x.example.com/' },
  { bucket: 'a/b' },
  { prefix: '../b' },
  { prefix: `${'a'.repeat(60)}!` },
  { key: '' },
])('rejects %o', async (change, { admin }) => {
  const { status, body } = await admin.post('connections/backup', buildBucket(change));
  expect([status, Object.keys(body.error.fields)]).toEqual([400, Object.keys(change)]);
});

it('says in a sentence why a test failed, in time', async ({ admin, api }) => {
  const silent = createServer();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void silent.close());
  await api.db.deleteFrom('securityEvents').execute();
  async function fail(change: object) {
    await admin.post('connections/backup', buildBucket(change));
    const { status, body } = await admin.post('connections/backup/test');
    return `${status} ${body.error.message}`;
  }
  expect(await fail({ key: 'x' })).toMatch(/^409 The key ID or the secret/);
  expect(await fail({ bucket: 'other' })).toMatch(/^409 There is no such bucket/);
  expect(await fail({ endpoint: 'https://no.invalid' })).toMatch(/^409 No server has this name/);
  expect(await fail({ endpoint: 'https://127.0.0.1:1' })).toMatch(/^409 The server cannot be re/);
  vi.spyOn(LIMITS as { connectionTest: number }, 'connectionTest', 'get').mockReturnValue(100);
  const { port } = silent.address() as { port: number };
  const endpoint = `https://127.0.0.1:${port}`;
  expect(await fail({ endpoint })).toMatch(/^409 The server did not respond in time/);
});

it('shows what the environment sets, which wins', async () => {
  const api = await createTestApp({ environment: { BACKUP_TARGET: '/backup' } });
  onTestFinished(() => api.close());
  const admin = await signedInRequests(api);
  const { body } = await admin.get('connections');
  expect(body.items[4]).toMatchObject({
    variable: 'BACKUP_TARGET',
    values: { place: '/backup/' },
  });
  const denied = await admin.post('connections/backup', buildBucket());
  expect(denied.body.error.message).toMatch(/^Your host has set this \(BACKUP_TARGET\)/);
  const tested = await admin.post('connections/backup/test');
  expect(tested.body.error.message).toMatch(/^Your host has chosen a folder/);
});
