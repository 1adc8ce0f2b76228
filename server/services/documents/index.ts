import type { ServiceContext } from '#server/context/context.ts';
import type { MarkdownKind, PreviewKind } from '#server/documents/tasks/tasks.ts';
import { ServiceError } from '#server/core/errors.ts';
import type { MarkdownPreview } from '#shared/documents/preview.ts';

/** Administrators count by account, visitors by network address. */
export function sourceOfWork({ actor, client }: ServiceContext): string | null {
  return actor.type === 'admin' ? actor.adminUserId : client.aggregationKey;
}

async function unlessTooComplex<T>(rendering: Promise<T>): Promise<T | null> {
  try {
    return await rendering;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'UNPROCESSABLE') return null;
    throw error;
  }
}

export async function renderMarkdownOrNull(
  ctx: ServiceContext,
  markdown: string,
  { kind, lane }: { kind: MarkdownKind; lane: 'save' | 'page' },
): Promise<string | null> {
  const source = sourceOfWork(ctx);
  return unlessTooComplex(ctx.documents.renderMarkdown(markdown, kind, { source, lane }));
}

export async function previewMarkdownOrNull(
  ctx: ServiceContext,
  markdown: string,
  kind: PreviewKind,
): Promise<MarkdownPreview | null> {
  return unlessTooComplex(ctx.documents.previewMarkdown(markdown, kind, sourceOfWork(ctx)));
}
