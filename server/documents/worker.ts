import { platform, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { ServiceError } from '#server/core/errors.ts';
import type { DocumentResult, DocumentTask } from './tasks/tasks.ts';

type TaskOf<Type> = Extract<DocumentTask, { type: Type }>;

const RENDERERS: { [Type in DocumentTask['type']]: (task: TaskOf<Type>) => Promise<unknown> } = {
  markdown: async ({ markdown, kind }) =>
    (await import('./markdown.ts')).renderMarkdown(markdown, kind),
  'markdown-preview': async ({ markdown, kind }) =>
    (await import('./markdown.ts')).previewMarkdown(markdown, kind),
  svg: async ({ bytes }) => (await import('./svg.ts')).rebuildSvg(bytes),
  mail: async ({ source }) => (await import('./mail/read-mail.ts')).readMail(source),
  'logo-color': async ({ bytes }) => (await import('./logo-color.ts')).readLogoColor(bytes),
  icon: async (task) => (await import('./icon.ts')).renderIcon(task),
};

// Applies to this thread alone on Linux, elsewhere to the whole process.
if (!isMainThread && platform() === 'linux') setPriority(10);

export async function renderDocument(task: DocumentTask): Promise<DocumentResult> {
  try {
    const render = RENDERERS[task.type] as (given: DocumentTask) => Promise<unknown>;
    return { value: await render(task) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, fields } = error;
    return { rejected: { code, message, fields } };
  }
}
