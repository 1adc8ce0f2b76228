import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ServiceContext } from '#server/context/context.ts';
import { erase } from '#server/services/privacy/index.ts';
import {
  AUDIT_KEY_BYTES,
  buildOrderWithFile,
  makeEmptyPlace,
  makeTestFolder,
} from '#tests/support/backup/archives.ts';
import { createMovingClock } from '#tests/support/clock/moving-clock.ts';
import { it } from '#tests/support/fixtures.ts';
import { TEST_TRACK_KEY } from '#tests/support/leads.ts';
import { runCommand } from '#tests/support/site-process.ts';
import { LOOPBACK_PEM, startTestS3 } from '#tests/support/storage/s3-server.ts';
import { TEST_TOTP_KEY } from '#tests/support/test-app.ts';
import { insertRows } from '#tests/support/database/rows.ts';
import { sealConnection } from '#server/services/connections/stored.ts';
import { expect, onTestFinished } from 'vitest';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Runs a command with the keys of the installation. */
const run = async (
  name: 'backup' | 'restore',
  args: string[],
  environment: Record<string, string>,
) =>
  runCommand(name, args, {
    DATA_DIR: await makeTestFolder(),
    AUDIT_KEY: AUDIT_KEY_BYTES.toString('hex'),
    TRACK_KEY: TEST_TRACK_KEY.toString('hex'),
    ...environment,
  });

async function restoreElsewhere(...args: string[]) {
  const { database } = await makeEmptyPlace();
  const { stdout: output } = await run('restore', args, { DATABASE_URL: database.url });
  const orders = await database.db.selectFrom('orders').select('id').execute();
  return { output, ids: orders.map(({ id }) => id) };
}

async function eraseOrder(ctx: ServiceContext, path: string): Promise<string> {
  const { id, email, conversationId } = await ctx.db
    .selectFrom('orders')
    .innerJoin('orderAttachments', 'orderAttachments.orderId', 'orders.id')
    .innerJoin('conversations', 'conversations.orderId', 'orders.id')
    .select(['orders.id', 'email', 'conversations.id as conversationId'])
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
  const enquiries = [{ conversationId, orderId: id, messageId: null }];
  await ctx.db.transaction().execute((tx) => erase(ctx, tx, { email, kind: 'enquiry', enquiries }));
  return id;
}

it('repeats later erasures in a restore, and reports a missing ledger', async ({
  ctx,
  database,
}) => {
  const path = await buildOrderWithFile(ctx);
  const folder = await makeTestFolder();
  const environment = { DATABASE_URL: database.url };
  await run('backup', [`${folder}/`], environment);
  const ledger = join(folder, 'erasures.jsonl');
  expect(await readFile(ledger, 'utf8')).toBe('');
  const id = await eraseOrder(ctx, path);
  await run('backup', [`${folder}/`, '--ledger'], environment);

  const again = 'Erased again, since it was erased after the backup: 1.';
  const restored = await restoreElsewhere(folder);
  expect(restored.output).toContain(again);
  expect(restored.ids).not.toContain(id);

  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tar'));
  const copy = join(await makeTestFolder(), basename(archive));
  await copyFile(join(folder, archive), copy);
  const unknown = await restoreElsewhere(copy);
  expect(unknown.output).toContain('There is no ledger of erasures');
  expect(unknown.ids).toContain(id);

  const given = await restoreElsewhere(copy, '--erasures', ledger);
  expect(given.output).toContain(again);
  expect(given.ids).not.toContain(id);
});

it('goes to the bucket of the back office, which a rehearsal, a listing and a removal find', async ({
  ctx,
  db,
  database,
}) => {
  const s3 = await startTestS3({ isEncrypted: true });
  onTestFinished(() => s3.stop());
  await buildOrderWithFile(ctx);
  const { endpoint, region, bucket, accessKeyId: key, secretAccessKey: secret } = s3.s3;
  const values = { endpoint, region, bucket, prefix: 'site', key, secret };
  const sealed = sealConnection(TEST_TOTP_KEY, 'backup', values);
  await insertRows(db, 'connections', { kind: 'backup', sealed });
  const environment = {
    DATABASE_URL: database.url,
    TOTP_KEY: TEST_TOTP_KEY.toString('hex'),
    NODE_EXTRA_CA_CERTS: LOOPBACK_PEM,
    // The environment names another service, so the stored keys count in their bucket.
    FILES: 'disk',
    S3_BUCKET: 'other',
    S3_ACCESS_KEY_ID: 'other',
    S3_SECRET_ACCESS_KEY: 'other',
  };
  const made = await run('backup', ['--json'], environment);
  const { place } = JSON.parse(made.stdout) as { place: string };
  expect(place).toMatch(/^s3:\/\/vitrin\/site\/vitrin-\d+T\d+Z\.tar$/);
  const rehearsed = await run('restore', [place, '--rehearse'], environment);
  expect(rehearsed.stdout).toMatch(/^Restored \d+ rows/);
  const target = 's3://vitrin/site';
  expect((await run('backup', [target, '--list'], environment)).stdout).toBe(
    `${basename(place)}\n`,
  );
  await run('backup', [target, '--remove', basename(place)], environment);
  const folder = { ...environment, BACKUP_TARGET: await makeTestFolder() };
  expect((await run('backup', ['--list'], environment)).stdout).toBe('\n');
  expect((await run('backup', [], folder)).stdout).toContain(folder.BACKUP_TARGET);
  const denied = await run('backup', ['s3://vitrin/elsewhere', '--list'], environment);
  expect(denied.code).toBe(1);
});

it('is named by the clock of the database, whatever the machine believes', async ({ database }) => {
  const folder = await makeTestFolder();
  const clock = createMovingClock(await makeTestFolder());
  await clock.moveTo(new Date(Date.now() + DAY_MS));
  const before = new Date();
  await run('backup', [`${folder}/`], { DATABASE_URL: database.url, ...clock.environment });
  const stamp = before.toISOString().slice(0, 10).replaceAll('-', '');
  expect(await readdir(folder)).toContainEqual(expect.stringContaining(`vitrin-${stamp}T`));
});

it('leaves no archive where the ledger of erasures cannot be written', async ({ database }) => {
  const folder = await makeTestFolder();
  await mkdir(join(folder, 'erasures.jsonl'));
  expect(await run('backup', [`${folder}/`], { DATABASE_URL: database.url })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('EISDIR'),
  });
  expect(await readdir(folder)).toEqual(['erasures.jsonl']);
});
