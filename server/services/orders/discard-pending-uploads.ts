import type { ServiceContext } from '#server/context/context.ts';

type Removal = {
  formKey: string;
  paths: readonly string[];
};

/**
 * Gives up files of a form that no order attached; at once, they no longer count towards its limits. Their rows, and what cannot
 * be removed now, are left to the clean-up.
 */
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
