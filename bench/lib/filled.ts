import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { createDatabase } from '../../server/db/client.ts';
import { migrateToLatest } from '../../server/db/migrate.ts';
import type { DB } from '../../server/db/types.ts';
import { signInForTest } from '../../tests/support/admin.ts';
import { SERVER_CORE } from './machine.ts';
import type { Bench } from './measurement.ts';

export type FilledSite = Awaited<ReturnType<typeof openFilled>>;

/** Starts a site on a database of its own that `fill` has filled, and signs an administrator in. */
export async function openFilled(
  bench: Bench,
  name: string,
  fill: (db: Kysely<DB>) => Promise<void>,
) {
  const databaseUrl = await bench.postgres.create(`bench_${name}`);
  const options = { connection: databaseUrl, poolSize: 1, statementTimeoutMs: 0 };
  const { db, destroy } = createDatabase(options);
  bench.onEnd(destroy);
  await migrateToLatest(db);
  await fill(db);
  const { token } = await signInForTest(db);
  const dataDir = join(bench.dataDir, name);
  const site = await bench.startSite({ databaseUrl, dataDir, core: SERVER_CORE });
  const headers = { 'x-admin-session': token };
  const call = (...names: string[]) => {
    const paths = names.map((name) => `/api/admin/${name}`);
    return { kind: 'call' as const, port: site.port, paths, headers };
  };
  const select = (sql: string, parameters: readonly unknown[], rows: number) => ({
    kind: 'select' as const,
    url: databaseUrl,
    sql,
    parameters,
    rows,
  });
  return {
    ...site,
    db,
    call,
    select,
    fetch: (name: string) => fetch(`http://127.0.0.1:${site.port}/api/admin/${name}`, { headers }),
  };
}
