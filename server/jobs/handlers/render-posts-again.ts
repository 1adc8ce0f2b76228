import type { ServiceContext } from '#server/context.ts';
import { renderPostsAgain } from '#server/services/blog-posts/index.ts';

/** After an update that changed what the sanitiser lets through; else it finds nothing. */
export async function handleRenderPostsAgain(ctx: ServiceContext): Promise<void> {
  const rendered = await renderPostsAgain(ctx);
  if (rendered > 0) ctx.log.info({ rendered }, 'rendered posts of an earlier sanitiser again');
}
