import { createContext, useCallback, useEffect, useRef, useState } from 'react';

/** An upload that belongs to a form: resolves to whether the file is there; ends by the signal when the form is gone. */
type Upload = (signal: AbortSignal) => Promise<boolean>;

export type Uploads = {
  isPending: boolean;
  run: (upload: Upload) => void;
  /** The same at this very moment, for who has waited. */
  hasPending: () => boolean;
  /** Resolves once nothing is pending, to whether every upload that was waited for succeeded. */
  settle: () => Promise<boolean>;
};

const NEVER = new AbortController().signal;

/** How a field starts an upload, so that its form saves with it and not before it. */
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
    // Another one may begin meanwhile.
    while (pending.current.size > 0) {
      if ((await Promise.all(pending.current)).includes(false)) return false;
    }
    return true;
  }, []);

  const hasPending = useCallback(() => pending.current.size > 0, []);
  const isPending = count > 0;
  return { isPending, hasPending, run, settle };
}
