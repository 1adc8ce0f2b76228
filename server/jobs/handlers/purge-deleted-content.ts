import type { ServiceContext } from '#server/context.ts';
import { purgeDeletedContent } from '#server/services/all-content/index.ts';

export async function handlePurgeDeletedContent(ctx: ServiceContext): Promise<void> {
  const purged = await purgeDeletedContent(ctx);
  if (purged > 0) ctx.log.info({ purged }, 'purged content deleted more than 30 days ago');
}
