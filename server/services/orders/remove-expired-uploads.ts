import type { ServiceContext } from '#server/context/context.ts';
import { unlessBackup } from '#server/services/backup/index.ts';
import { retainedSince } from '#shared/retention/period.ts';

const BATCH = 100;
/** Longer than any upload: one that began before its row was given up may still store its file. */
const UPLOAD_MS = 60 * 60 * 1_000;

/** Marks each row before its file is removed and deletes it after, so that an interrupted run is resumed. Does nothing while a backup runs. */
export async function removeExpiredUploads(
  ctx: ServiceContext,
): Promise<{ removed: number; failed: number }> {
  await markExpired(ctx);
  return (await unlessBackup(ctx, () => removeMarked(ctx))) ?? { removed: 0, failed: 0 };
}

async function removeMarked(ctx: ServiceContext): Promise<{ removed: number; failed: number }> {
  const counts = { removed: 0, failed: 0 };
  const begunBefore = new Date(ctx.now().getTime() - UPLOAD_MS);
  let lastId = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const batch = await ctx.db
      .selectFrom('orderAttachments')
      .select(['id', 'path'])
      .where('status', '=', 'removing')
      .where('createdAt', '<', begunBefore)
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const attachment of batch) {
      lastId = attachment.id;
      try {
        await finishRemoval(ctx, attachment);
        counts.removed += 1;
      } catch (error) {
        counts.failed += 1;
        const { path } = attachment;
        ctx.log.error({ error, path }, 'an expired upload could not be removed');
      }
    }
    if (batch.length < BATCH) return counts;
  }
}

async function finishRemoval(
  ctx: ServiceContext,
  { id, path }: { id: string; path: string },
): Promise<void> {
  await ctx.storage.remove(path);
  await ctx.db
    .deleteFrom('orderAttachments')
    .where('id', '=', id)
    .where('status', '=', 'removing')
    .execute();
}

async function markExpired(ctx: ServiceContext): Promise<void> {
  const uploadedBefore = retainedSince('pending-uploads', ctx.now());
  for (;;) {
    const marked = await ctx.db
      .updateTable('orderAttachments')
      .set({ status: 'removing' })
      .where('id', 'in', (expired) =>
        expired
          .selectFrom('orderAttachments')
          .select('id')
          .where('status', '=', 'staged')
          .where('createdAt', '<', uploadedBefore)
          .orderBy('createdAt')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute();
    if (marked.length < BATCH) return;
  }
}

type Removal = {
  formKey: string;
  paths: readonly string[];
};

/** Frees the form's room immediately; the clean-up removes the rest. */
export async function discardPendingUploads(
  ctx: ServiceContext,
  { formKey, paths }: Removal,
): Promise<void> {
  if (paths.length === 0) return;
  try {
    const marked = await ctx.db
      .updateTable('orderAttachments')
      .set({ status: 'removing' })
      .where('id', 'in', (chosen) =>
        chosen
          .selectFrom('orderAttachments')
          .select('id')
          .where('formKey', '=', formKey)
          .where('path', 'in', [...paths])
          .where('status', '=', 'staged')
          .orderBy('id')
          .forUpdate(),
      )
      .returning('path')
      .execute();
    for (const { path } of marked) await ctx.storage.remove(path);
  } catch (error) {
    ctx.log.warn({ error }, 'attachments that were removed from a form are left to the clean-up');
  }
}
