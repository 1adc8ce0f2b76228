import { useEffect, useRef, useState } from 'react';
import { uploadFile } from '#app/admin/data/api.ts';
import { checkFiles } from '#app/lib/attachments.ts';

export type ReplyFile = {
  name: string;
  size: number;
  lastModified: number;
  source: File;
  /** Null while uploading. */
  path: string | null;
  percent: number;
};

export function useReplyFiles(formKey: () => string) {
  const [files, setFiles] = useState<readonly ReplyFile[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const end = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    end.current = controller;
    return () => controller.abort();
  }, []);

  function change(of: File, changes: Partial<ReplyFile>) {
    setFiles((all) => all.map((file) => (file.source === of ? { ...file, ...changes } : file)));
  }

  async function upload(file: File) {
    const form = new FormData();
    form.set('file', file);
    try {
      const { path } = await uploadFile<{ path: string }>('reply-files', form, {
        onProgress: (share) => change(file, { percent: Math.floor(share * 100) }),
        signal: end.current.signal,
        idempotencyKey: formKey(),
      });
      change(file, { path, percent: 100 });
    } catch (error) {
      if (end.current.signal.aborted) return;
      setFiles((all) => all.filter(({ source }) => source !== file));
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  return {
    files,
    problem,
    isUploading: files.some(({ path }) => path === null),
    paths: files.flatMap(({ path }) => path ?? []),
    add(chosen: readonly File[]) {
      const { accepted, problems } = checkFiles(files, chosen);
      setProblem(problems.map(({ text }) => text).join(' ') || null);
      const added = accepted.map((source) => {
        const { name, size, lastModified } = source;
        return { name, size, lastModified, source, path: null, percent: 0 };
      });
      setFiles((all) => [...all, ...added]);
      for (const file of accepted) void upload(file);
    },
    /** Uploads again, under a new key. */
    sendAgain() {
      setFiles((all) => all.map((file) => ({ ...file, path: null, percent: 0 })));
      for (const { source } of files) void upload(source);
    },
    remove: ({ source }: ReplyFile) =>
      setFiles((all) => all.filter((other) => other.source !== source)),
    clear: () => setFiles([]),
  };
}
