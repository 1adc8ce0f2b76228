import { sql } from 'kysely';
import { type Database, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { unlessBackup } from '#server/services/backup/index.ts';
import { blogPosts } from '#server/services/blog-posts/index.ts';
import { clients } from '#server/services/clients/index.ts';
import type { Content, ContentTable } from '#server/services/content/index.ts';
import { faqs } from '#server/services/faqs/index.ts';
import { projects } from '#server/services/projects/index.ts';
import { teamMembers } from '#server/services/team-members/index.ts';
import { testimonials } from '#server/services/testimonials/index.ts';
import { isStoragePath } from '#server/storage/storage-path.ts';
import { retainedSince } from '#shared/retention/period.ts';
import { filesOf } from '#shared/uploads/variants.ts';

export const ALL_CONTENT = [
  blogPosts,
  projects,
  faqs,
  clients,
  testimonials,
  teamMembers,
] as unknown as readonly Content[];

// Common prefix of an image's files: a page may name any of them.
const STEM = sql<string>`regexp_replace(url, '(_[0-9]+)?[.][[:alnum:]]+$', '')`;

async function findUnusedImages(
  tx: Database,
  table: ContentTable,
  { id, deletedBefore }: { id: string; deletedBefore: Date },
) {
  const stays = ALL_CONTENT.map(
    (content) => sql`
      select content::text from ${sql.table(content.table)} as content
      where deleted_at is null or deleted_at >= ${deletedBefore}
    `,
  );
  const { rows } = await sql<{ url: string }>`
    with stays (text) as (
      ${sql.join(stays, sql` union all `)} union all select settings::text from site_settings as settings
      union all select template::text from reply_templates as template
      union all select data::text from site_content
    ), deleted as (
      select distinct (regexp_matches(content::text, '/media/[[:alnum:]_./-]*[[:alnum:]]', 'g'))[1] as url
      from ${sql.table(table)} as content where id = ${id}
    )
    select url from deleted where not exists (select from stays where position(${STEM} in text) > 0)
  `.execute(tx);
  return rows.map(({ url }) => url).filter((url) => isStoragePath(url.slice(1)));
}

/** Deletes expired content with images that nothing else shows. Does nothing while a backup runs. */
export async function purgeDeletedContent(ctx: ServiceContext): Promise<number> {
  const purged = await unlessBackup(ctx, async () => {
    let count = 0;
    for (const { table } of ALL_CONTENT) while (await purgeOne(ctx, table)) count += 1;
    return count;
  });
  return purged ?? 0;
}

/** One per transaction: removing images takes time, and the record cannot be restored meanwhile. */
async function purgeOne(ctx: ServiceContext, table: ContentTable): Promise<boolean> {
  const deletedBefore = retainedSince('deleted-content', ctx.now());
  return withTransaction(ctx, async (tx) => {
    // Even a delete without effect would invalidate every page of this content.
    const due = await tx
      .selectFrom(table)
      .select('id')
      .where('deletedAt', '<', deletedBefore)
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!due) return false;
    for (const url of await findUnusedImages(tx, table, { id: due.id, deletedBefore })) {
      await Promise.all(filesOf(url).map((file) => ctx.storage.remove(file.slice(1))));
    }
    await tx.deleteFrom(table).where('id', '=', due.id).execute();
    return true;
  });
}
