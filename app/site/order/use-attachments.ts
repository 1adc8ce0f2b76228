import { useRef, useState } from 'react';
import { checkFiles, type FileProblem } from '#app/lib/attachments.ts';
import type { StoredFile } from '#shared/forms/values.ts';
import { NOT_REACHED, type PostResult, readResult } from '#app/lib/post.ts';

export type Attachment = {
  id: string;
  name: string;
  size: number;
  lastModified: number | null;
  /** Null for a file stored by a submission without scripts. */
  file: File | null;
  /** Null until stored. */
  path: string | null;
  state: 'waiting' | 'uploading' | 'uploaded' | 'failed' | 'cancelled';
  progress: number;
  problem: string | null;
  /** Rejected by the server; retrying does not help. */
  isRejected?: boolean;
  /** The server has no room; the order is sent without it. */
  isLeftOut?: boolean;
};

export type UploadOutcome = 'uploaded' | 'failed' | 'cancelled' | 'left-out';

const UNACCEPTABLE = [413, 415];
/** Statuses without room for a file, if the response names the files. */
const NO_ROOM = [429, 503, 507];

let lastId = 0;

function fromStored({ path, name, size }: StoredFile): Attachment {
  const known = { file: null, lastModified: null, state: 'uploaded', progress: 1 } as const;
  return { ...known, id: `stored-${path}`, name, size, path, problem: null };
}

function fromChosen(file: File): Attachment {
  const { name, size, lastModified } = file;
  const start = { path: null, state: 'waiting', progress: 0, problem: null } as const;
  lastId += 1;
  return { ...start, id: `attachment-${lastId}`, name, size, lastModified, file };
}

export function useAttachments(stored: readonly StoredFile[]) {
  const [attachments, setAttachments] = useState(() => stored.map(fromStored));
  const [problems, setProblems] = useState<FileProblem[]>([]);
  const latest = useRef(attachments);
  const running = useRef(new Map<string, AbortController>());
  const [hasRemovedUpload, setHasRemovedUpload] = useState(false);

  function change(update: (present: Attachment[]) => Attachment[]): void {
    latest.current = update(latest.current);
    setAttachments(latest.current);
  }

  function patch(id: string, part: Partial<Attachment>): void {
    change((present) => present.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));
  }

  function add(chosen: Iterable<File>): FileProblem[] {
    const { accepted, problems: found } = checkFiles(latest.current, [...chosen]);
    change((present) => [...present, ...accepted.map(fromChosen)]);
    setProblems(found);
    return found;
  }

  function remove(id: string): void {
    if (latest.current.some((entry) => entry.id === id && entry.path !== null)) {
      setHasRemovedUpload(true);
    }
    change((present) => present.filter((entry) => entry.id !== id));
    setProblems([]);
  }

  function cancel(id: string): void {
    running.current.get(id)?.abort();
  }

  async function upload(id: string, formKey: string): Promise<UploadOutcome> {
    const attachment = latest.current.find((entry) => entry.id === id);
    if (!attachment || attachment.path !== null) return 'uploaded';
    if (!attachment.file) return 'failed';
    const controller = new AbortController();
    running.current.set(id, controller);
    patch(id, { state: 'uploading', progress: 0, problem: null });
    const result = await uploadFile(attachment.file, {
      formKey,
      signal: controller.signal,
      onProgress: (progress) => patch(id, { progress }),
    });
    running.current.delete(id);
    if (result.ok) {
      patch(id, { state: 'uploaded', progress: 1, path: result.value.path });
      return 'uploaded';
    }
    if (controller.signal.aborted) {
      patch(id, { state: 'cancelled', progress: 0 });
      return 'cancelled';
    }
    const problem = result.message ?? 'The file could not be sent.';
    const isLeftOut = NO_ROOM.includes(result.status) && result.fields.fileUrls !== undefined;
    const isRejected = isLeftOut || UNACCEPTABLE.includes(result.status);
    patch(id, { state: 'failed', progress: 0, problem, isRejected, isLeftOut });
    return isLeftOut ? 'left-out' : 'failed';
  }

  /** Uploads one after the other; stops at the first failure other than lack of room. */
  async function uploadAll(formKey: string): Promise<UploadOutcome> {
    for (const { id, isLeftOut } of latest.current) {
      const outcome = isLeftOut ? 'left-out' : await upload(id, formKey);
      if (outcome === 'failed' || outcome === 'cancelled') return outcome;
    }
    return 'uploaded';
  }

  /** Uploads belong to one form key. */
  function forgetUploads(): void {
    setHasRemovedUpload(false);
    change((present) =>
      present.flatMap(({ id, file }) => (file ? { ...fromChosen(file), id } : [])),
    );
  }

  return {
    attachments,
    problems,
    hasRemovedUpload,
    add,
    remove,
    cancel,
    upload,
    uploadAll,
    forgetUploads,
    leftOut: () =>
      latest.current.flatMap(({ name, isLeftOut }) => (isLeftOut ? name.slice(0, 255) : [])),
    /** Deduplicated, because a file that was attached twice has one path. */
    paths: () => [...new Set(latest.current.flatMap(({ path }) => path ?? []))],
  };
}

type Options = { formKey: string; signal: AbortSignal; onProgress: (share: number) => void };

/** `fetch` reports no upload progress. */
function uploadFile(
  file: File,
  { formKey, signal, onProgress }: Options,
): Promise<PostResult<{ path: string }>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append('file', file);
    request.open('POST', '/api/order-attachments');
    request.setRequestHeader('Idempotency-Key', formKey);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () =>
      resolve(readResult(request.status, request.responseText)),
    );
    for (const end of ['error', 'abort', 'timeout']) {
      request.addEventListener(end, () => resolve(NOT_REACHED));
    }
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) resolve(NOT_REACHED);
    else request.send(body);
  });
}
