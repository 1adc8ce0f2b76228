import type { ServiceContext } from '#server/context.ts';
import { blogPosts } from '#server/services/blog-posts/index.ts';
import { clients } from '#server/services/clients/index.ts';
import type { Content } from '#server/services/content/index.ts';
import { faqs } from '#server/services/faqs/index.ts';
import { projects } from '#server/services/projects/index.ts';
import { teamMembers } from '#server/services/team-members/index.ts';
import { testimonials } from '#server/services/testimonials/index.ts';
import { retainedSince } from '#shared/retention/period.ts';

/** Every entity of content. What knows any of them, knows them from here. */
export const ALL_CONTENT = [
  blogPosts,
  projects,
  faqs,
  clients,
  testimonials,
  teamMembers,
] as unknown as readonly Content[];

/** Permanently deletes what administrators deleted before the period in which it can be restored; returns how many rows. */
export async function purgeDeletedContent(ctx: ServiceContext): Promise<number> {
  const deletedBefore = retainedSince('deleted-content', ctx.now());
  let purged = 0;
  for (const { table } of ALL_CONTENT) {
    // Asked first, because even a delete that finds nothing would have every page of this content rendered again.
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
