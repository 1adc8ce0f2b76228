import type { ServiceContext } from '#server/context.ts';
import { removeUnclaimedAttachments } from '#server/services/orders/index.ts';

/** Fails while a file could not be removed, so that the queue tries again and shows it. */
export async function handleRemoveUnclaimedAttachments(ctx: ServiceContext): Promise<void> {
  const { removed, failed } = await removeUnclaimedAttachments(ctx);
  if (removed > 0) ctx.log.info({ removed }, 'removed unclaimed attachments');
  if (failed > 0) throw new Error(`${failed} unclaimed attachments could not be removed`);
}
