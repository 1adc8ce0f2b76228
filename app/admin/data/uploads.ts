import { createContext, useCallback, useEffect, useRef, useState } from 'react';

/** Resolves to whether the file is stored; aborted when the form closes. */
type Upload = (signal: AbortSignal) => Promise<boolean>;

export type Uploads = {
  isPending: boolean;
  run: (upload: Upload) => void;
  hasPending: () => boolean;
  /** Resolves when no upload is pending, to whether all of them succeeded. */
  settle: () => Promise<boolean>;
};

const NEVER = new AbortController().signal;

export const UploadContext = createContext<Uploads['run']>((upload) => void upload(NEVER));

export function useUploads(): Uploads {
  const pending = useRef(new Set<Promise<boolean>>());
  const end = useRef(new AbortController());
  const [count, setCount] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    end.current = controller;
    return () => controller.abort();
  }, []);

  const run = useCallback((upload: Upload) => {
    const result = upload(end.current.signal).finally(() => {
      pending.current.delete(result);
      setCount(pending.current.size);
    });
    pending.current.add(result);
    setCount(pending.current.size);
  }, []);

  const settle = useCallback(async () => {
    // Another upload may start meanwhile.
    while (pending.current.size > 0) {
      if ((await Promise.all(pending.current)).includes(false)) return false;
    }
    return true;
  }, []);

  const hasPending = useCallback(() => pending.current.size > 0, []);
  const isPending = count > 0;
  return { isPending, hasPending, run, settle };
}
