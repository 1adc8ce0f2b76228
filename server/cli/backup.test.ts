import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
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
import { RUNTIME } from '#tests/support/site-process.ts';
import { expect } from 'vitest';

const DAY_MS = 24 * 60 * 60 * 1_000;

type Environment = Record<string, string>;

/** Runs a command with the keys of the installation, else those of `environment`; throws with what it says when it fails. */
async function run(
  program: 'backup' | 'restore',
  args: string[],
  environment: Environment,
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, `${program}.ts`), ...args],
    {
      env: {
        ...RUNTIME,
        PATH: process.env.PATH,
        DATA_DIR: await makeTestFolder(),
        AUDIT_KEY: AUDIT_KEY_BYTES.toString('hex'),
        TRACK_KEY: TEST_TRACK_KEY.toString('hex'),
        ...environment,
      },
    },
  );
  return stdout;
}

async function restoreElsewhere(...args: string[]) {
  const { database } = await makeEmptyPlace();
  const output = await run('restore', args, { DATABASE_URL: database.url });
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
  const made = run('backup', [`${folder}/`], { DATABASE_URL: database.url });
  await expect(made).rejects.toThrow('EISDIR');
  expect(await readdir(folder)).toEqual(['erasures.jsonl']);
});
