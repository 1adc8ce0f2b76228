import type { ServiceContext } from '#server/context.ts';

export async function handleRemoveTemporaryFiles(ctx: ServiceContext): Promise<void> {
  const removed = await ctx.storage.removeStaleFiles();
  if (removed > 0)
    ctx.log.info({ removed }, 'removed temporary files of uploads that were cut off');
}
