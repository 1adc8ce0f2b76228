import type { ServiceContext } from '#server/context.ts';
import { purgeExpiredRecords } from '#server/services/expired-records/index.ts';

export async function handlePurgeExpiredRecords(ctx: ServiceContext): Promise<void> {
  const purged = await purgeExpiredRecords(ctx);
  if (Object.keys(purged).length > 0) ctx.log.info(purged, 'purged what had expired');
}
