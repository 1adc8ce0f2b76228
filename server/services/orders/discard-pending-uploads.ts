import type { ServiceContext } from '#server/context/context.ts';

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
