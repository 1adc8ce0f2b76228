import { sql } from 'kysely';
import { expect } from 'vitest';
import { it as base } from '#tests/support/fixtures.ts';
import { createDatabase } from './client.ts';
import { limitStatements } from './statement-limit.ts';

const it = base.extend('one', { scope: 'file' }, ({ database: { url } }, { onCleanup }) => {
  const one = createDatabase({ connection: url, poolSize: 1 });
  onCleanup(() => one.destroy());
  return one.db;
});

it('ends a statement over its limit, but not its connection or another one', async ({ one }) => {
  const backend = async () => (await sql`select pg_backend_pid()`.execute(one)).rows;
  const before = await backend();
  const hung = limitStatements(100, () => sql`select pg_sleep(60)`.execute(one));
  await expect(hung).rejects.toMatchObject({ code: '57014' });
  for (let index = 0; index < 20; index += 1) expect(await backend()).toEqual(before);
  await limitStatements(500, () => sql`select 1`.execute(one));
  await sql`select pg_sleep(0.6)`.execute(one);
});

it('keeps to a limit that another copy of this module sets', async ({ one }) => {
  const path = './statement-limit.ts?copy';
  const copy = (await import(path)) as { limitStatements: typeof limitStatements };
  expect(copy.limitStatements).not.toBe(limitStatements);
  const started = performance.now();
  const hung = copy.limitStatements(100, () => sql`select pg_sleep(60)`.execute(one));
  await expect(hung).rejects.toMatchObject({ code: '57014' });
  // The connection's own limit ends it after five seconds.
  expect(performance.now() - started).toBeLessThan(3_000);
});
