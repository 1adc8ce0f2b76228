import type { ServiceContext } from '#server/context/context.ts';
import type { FileStorage } from '#server/storage/storage.ts';

/** Expected row status and file for each state; a discarded file's row is retained for an hour, for uploads in flight. */
export const UPLOAD = {
  pending: { row: 'staged', hasFile: true },
  attached: { row: 'claimed', hasFile: true },
  marked: { row: 'removing', hasFile: true },
  discarded: { row: 'removing', hasFile: false },
  gone: { row: null, hasFile: false },
} as const;

export async function readUpload({ db, storage }: ServiceContext, path: string) {
  const rows = db.selectFrom('orderAttachments').select('status').where('path', '=', path);
  const file = await storage.open(path);
  file?.stream.destroy();
  return { row: (await rows.executeTakeFirst())?.status ?? null, hasFile: file !== null };
}

export function withStorage(ctx: ServiceContext, changes: Partial<FileStorage>): ServiceContext {
  return { ...ctx, storage: { ...ctx.storage, ...changes } };
}

/** The process dies before or after it has removed a file. */
export const DYING = {
  before: (ctx: ServiceContext) =>
    withStorage(ctx, { remove: () => Promise.reject(new Error('the process died')) }),
  after: (ctx: ServiceContext) =>
    withStorage(ctx, {
      async remove(file) {
        await ctx.storage.remove(file);
        throw new Error('the process died');
      },
    }),
};
