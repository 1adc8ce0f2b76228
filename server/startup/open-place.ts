import type { Kysely } from 'kysely';
import type { Config } from '#server/core/config.ts';
import { withDatabase } from '#server/db/client.ts';
import type { DB } from '#server/db/types.ts';
import { openTarget, type Target } from '#server/services/backup/index.ts';
import { readConnections, resolveBackup } from '#server/services/connections/index.ts';
import { openCommandDatabase } from './command-database.ts';
import { readSecretKey } from './secret-key.ts';

/** Without their key there are none. */
export async function readStored(config: Config, db: Kysely<DB>) {
  const totpKey = await readSecretKey(config, 'totp-key').catch(() => null);
  return totpKey === null ? {} : readConnections(db, totpKey);
}

async function findTarget(config: Config, hasDatabase: boolean) {
  if (config.backupTarget !== null || !hasDatabase) return resolveBackup(config, {});
  const { connection, close } = await openCommandDatabase(config.dataDir, config.databaseUrl);
  const pool = { connection, poolSize: 1, applicationName: 'vitrin-backup' };
  try {
    return resolveBackup(config, await withDatabase(pool, (db) => readStored(config, db)));
  } finally {
    await close();
  }
}

/** Opens a place, or the target of backups. Keys from the back office are used in their own bucket only. */
export async function openPlace(
  config: Config,
  path: string | undefined,
  hasDatabase = true,
): Promise<Target> {
  if (path !== undefined && !path.startsWith('s3://')) return openTarget(path, null);
  const target = await findTarget(config, hasDatabase).catch((error: unknown) => {
    // The keys of the environment may do.
    if (path === undefined) throw error;
    return null;
  });
  const place = path ?? target?.place;
  if (place === undefined) throw new Error('No target of backups is set: name one.');
  const isOwn = target !== null && `${place}/`.startsWith(target.place);
  return openTarget(place, isOwn ? target.access : config.s3Access);
}
