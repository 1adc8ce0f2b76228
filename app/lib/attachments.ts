import {
  attachmentTypeOf,
  MAX_ORDER_FILES,
  MAX_ORDER_FILES_BYTES,
  MAX_UPLOAD_BYTES,
} from '#shared/orders/values.ts';
import {
  fileTooLargeMessage,
  ORDER_MESSAGES,
  unsupportedFileMessage,
} from '#shared/orders/messages.ts';

const MEGABYTE = 1024 * 1024;

/** '2.4 MB'; what would round to nothing is '< 0.1 MB'. */
export function formatMegabytes(bytes: number): string {
  const text = (bytes / MEGABYTE).toFixed(1);
  return text === '0.0' ? '< 0.1 MB' : `${text} MB`;
}

type FileFacts = { name: string; size: number; type: string; lastModified: number };
export type FileProblem = { title: string; text: string };

export function checkFiles<File extends FileFacts>(
  attached: readonly { name: string; size: number; lastModified: number | null }[],
  chosen: readonly File[],
): { accepted: File[]; problems: FileProblem[] } {
  const accepted: File[] = [];
  const problems: FileProblem[] = [];
  let bytes = attached.reduce((sum, { size }) => sum + size, 0);
  for (const file of chosen) {
    const isAttached = [...attached, ...accepted].some(
      ({ name, size, lastModified }) =>
        name === file.name && size === file.size && lastModified === file.lastModified,
    );
    if (isAttached) continue;
    const problem =
      findProblem(file) ?? findSumProblem(attached.length + accepted.length, bytes + file.size);
    if (problem) {
      if (problems.every(({ text }) => text !== problem.text)) problems.push(problem);
    } else {
      accepted.push(file);
      bytes += file.size;
    }
  }
  return { accepted, problems };
}

function findProblem({ name, size, type }: FileFacts): FileProblem | null {
  if (!isSupported(name, type)) {
    return { title: ORDER_MESSAGES.fileTypeTitle, text: unsupportedFileMessage(name) };
  }
  if (size > MAX_UPLOAD_BYTES) {
    return { title: ORDER_MESSAGES.fileTooLargeTitle, text: fileTooLargeMessage(name) };
  }
  if (size === 0) {
    return {
      title: ORDER_MESSAGES.fileTypeTitle,
      text: `${unsupportedFileMessage(name)}: it is empty`,
    };
  }
  return null;
}

// Unknown types are empty or `application/octet-stream`; the server inspects the file.
function isSupported(name: string, type: string): boolean {
  const accepted = attachmentTypeOf(name);
  if (!accepted) return false;
  const names: readonly string[] = [
    '',
    'application/octet-stream',
    accepted.mime,
    ...accepted.aliases,
  ];
  return names.includes(type);
}

function findSumProblem(filesBefore: number, bytes: number): FileProblem | null {
  if (filesBefore >= MAX_ORDER_FILES) {
    return { title: 'Too many files', text: ORDER_MESSAGES.tooManyFiles };
  }
  if (bytes > MAX_ORDER_FILES_BYTES) {
    return { title: ORDER_MESSAGES.fileTooLargeTitle, text: ORDER_MESSAGES.filesTooLarge };
  }
  return null;
}
