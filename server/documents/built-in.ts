import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MarkdownKind } from './tasks/tasks.ts';

export const BUILT_IN_HTML_FILE = join(import.meta.dirname, '../../build/built-in-html.json');

export function builtInKey(markdown: string, kind: MarkdownKind): string {
  return createHash('sha256').update(`${kind}\0${markdown}`).digest('base64url');
}

/** A thread for the product's own texts would cost each start 40 MB. */
export async function findBuiltInHtml(
  markdown: string,
  kind: MarkdownKind,
): Promise<string | undefined> {
  const file = await readFile(BUILT_IN_HTML_FILE, 'utf8').catch(() => '{}');
  return (JSON.parse(file) as Record<string, string>)[builtInKey(markdown, kind)];
}
