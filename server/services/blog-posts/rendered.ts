import type { ServiceContext } from '#server/context/context.ts';
import { MARKDOWN_VERSION } from '#server/documents/tasks/tasks.ts';
import { renderMarkdownOrNull } from '#server/services/documents/index.ts';

type Stored = { content: string; contentHtml: string | null; contentHtmlVersion: string | null };

/** Content written by SQL or an earlier sanitiser is rendered for this read. */
export async function readHtml(ctx: ServiceContext, row: Stored): Promise<string | null> {
  if (row.contentHtmlVersion === MARKDOWN_VERSION) return row.contentHtml;
  return renderMarkdownOrNull(ctx, row.content, { kind: 'post', lane: 'page' });
}

/** Stores the HTML of posts that an earlier sanitiser rendered, without changing their age. */
export async function renderPostsAgain(ctx: ServiceContext): Promise<number> {
  for (let rendered = 0; ; rendered += 1) {
    const row = await ctx.db
      .selectFrom('blogPosts')
      .select(['id', 'content', 'contentHtmlVersion', 'updatedAt'])
      .where('contentHtmlVersion', 'is distinct from', MARKDOWN_VERSION)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return rendered;
    const contentHtml = await renderMarkdownOrNull(ctx, row.content, {
      kind: 'post',
      lane: 'page',
    });
    await ctx.db
      .updateTable('blogPosts')
      .set({ contentHtml, contentHtmlVersion: MARKDOWN_VERSION })
      .where('id', '=', row.id)
      // A concurrent save has rendered its own text.
      .where('updatedAt', '=', row.updatedAt)
      .execute();
  }
}
