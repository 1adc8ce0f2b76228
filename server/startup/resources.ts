import type { Kysely } from 'kysely';
import type { Log } from '#server/lib/log.ts';
import type { Config } from '#server/core/config.ts';
import type { Resources } from '#server/context/context.ts';
import { createDatabaseClock, type DatabaseClock } from '#server/db/database-clock.ts';
import type { DB } from '#server/db/types.ts';
import { createDocuments } from '#server/documents/documents.ts';
import { createRecentEvents } from '#server/lib/recent-events.ts';
import { createStorage } from '#server/storage/create-storage.ts';
import { padAuditKey } from '#server/core/audit-key.ts';
import { claimDataDir } from './data-dir.ts';
import { loadSecretKey } from './secret-key.ts';

export async function openResources(
  db: Kysely<DB>,
  config: Config,
  log: Log,
  clock: DatabaseClock = createDatabaseClock(),
): Promise<Omit<Resources, 'db'>> {
  await claimDataDir(db, config.dataDir);
  const [auditKey, totpKey, trackKey] = await Promise.all([
    loadSecretKey(db, config, 'audit-key'),
    loadSecretKey(db, config, 'totp-key'),
    loadSecretKey(db, config, 'track-key'),
  ]);
  return {
    storage: await createStorage(config),
    auditKey: padAuditKey(auditKey),
    totpKey,
    trackKey,
    documents: createDocuments({ log }),
    now: clock.now,
    accepted: createRecentEvents(25, 250),
  };
}
