import type { ServiceContext } from '#server/context.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

const TABLES = ['blogPosts', 'projects', 'faqs', 'clients', 'testimonials'] as const;

/** Removes for good what administrators deleted more than 30 days ago; answers how many rows went. */
export async function purgeDeletedContent(ctx: ServiceContext): Promise<number> {
  const deletedBefore = new Date(ctx.now().getTime() - KEPT_MS);
  let purged = 0;
  for (const table of TABLES) {
    // Asked first, because even a delete that finds nothing would have every page of this content rendered anew.
    const due = await ctx.db
      .selectFrom(table)
      .select('id')
      .where('deletedAt', '<', deletedBefore)
      .limit(1)
      .executeTakeFirst();
    if (!due) continue;
    const { numDeletedRows } = await ctx.db
      .deleteFrom(table)
      .where('deletedAt', '<', deletedBefore)
      .executeTakeFirst();
    purged += Number(numDeletedRows);
  }
  return purged;
}
