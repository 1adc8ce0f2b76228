import type { Log } from '#server/lib/log.ts';
import type { Config } from '#server/config.ts';
import type { Resources } from '#server/context.ts';
import { createDatabaseClock, type DatabaseClock } from '#server/db/database-clock.ts';
import { createDocuments } from '#server/documents/documents.ts';
import { createStorage } from '#server/storage/create-storage.ts';
import { loadAuditKey } from './audit-key.ts';
import { loadSecretKey } from './secret-key.ts';

/** Opens what services work with, besides the database, whose time they have as far as `clock` follows it. */
export async function openResources(
  config: Config,
  log: Log,
  clock: DatabaseClock = createDatabaseClock(),
): Promise<Omit<Resources, 'db'>> {
  return {
    storage: await createStorage(config),
    auditKey: await loadAuditKey(config),
    totpKey: await loadSecretKey(config.dataDir, 'totp-key', config.totpKey),
    trackKey: await loadSecretKey(config.dataDir, 'track-key', config.trackKey),
    documents: createDocuments({ log }),
    now: clock.now,
  };
}
