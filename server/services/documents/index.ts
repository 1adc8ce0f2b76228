import type { ServiceContext } from '#server/context.ts';
import type { MarkdownKind } from '#server/documents/tasks.ts';
import { ServiceError } from '#server/errors.ts';

/** Under what the work of this context counts: an administrator's under the account, a visitor's under the network address. */
export function sourceOfWork({ actor, client }: ServiceContext): string | null {
  return actor.type === 'admin' ? actor.adminUserId : client.aggregationKey;
}

/** Markdown as sanitised HTML, null when it is too complex; throws when there is no room for it right now. */
export async function renderMarkdownOrNull(
  ctx: ServiceContext,
  markdown: string,
  { kind, lane }: { kind: MarkdownKind; lane: 'save' | 'page' | 'preview' },
): Promise<string | null> {
  try {
    const source = sourceOfWork(ctx);
    return await ctx.documents.renderMarkdown(markdown, kind, { source, lane });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'UNPROCESSABLE') return null;
    throw error;
  }
}
