import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { SUPERUSER } from '#server/db/embedded-postgres/connect.ts';
import { findRunningPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';

/** Has the database begin new files of its write-ahead log until it has no room for one and ends. */
export async function exhaustLog(dataDir: string): Promise<void> {
  const connection = await findRunningPostgres({ dataDir, database: 'vitrin' });
  // Between two starts.
  if (!connection) return;
  const password = await readFile(join(dataDir, 'postgres.superuser-password'), 'utf8');
  const client = new pg.Client({ ...connection, user: SUPERUSER, password: password.trim() });
  const ended = Promise.withResolvers<void>();
  client.on('error', () => ended.resolve());
  try {
    await client.connect();
  } catch {
    return;
  }
  try {
    for (let tries = 0; tries < 1_000; tries += 1) {
      await client.query('select pg_switch_wal()');
      await client.query("select pg_logical_emit_message(false, 'test', 'anything')");
    }
    throw new Error('the database goes on, though its disk is full');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) await ended.promise;
  }
}
