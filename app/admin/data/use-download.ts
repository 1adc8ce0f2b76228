import { useRef, useState } from 'react';
import { downloadFile, isAbort } from './api.ts';

export type Download = {
  isRunning: boolean;
  /** What has arrived so far. */
  bytes: number;
  /** Saves the file; resolves to false when it was cancelled or another one is still running. */
  run: (path: string, fallbackName: string) => Promise<boolean>;
  cancel: () => void;
};

/** A download that may take long: it says how far it is and can be cancelled. */
export function useDownload(): Download {
  const [isRunning, setIsRunning] = useState(false);
  const [bytes, setBytes] = useState(0);
  const running = useRef<AbortController | null>(null);

  async function run(path: string, fallbackName: string): Promise<boolean> {
    if (running.current) return false;
    const abort = new AbortController();
    running.current = abort;
    setIsRunning(true);
    setBytes(0);
    try {
      await downloadFile(path, fallbackName, { signal: abort.signal, onProgress: setBytes });
      return true;
    } catch (error) {
      if (isAbort(error)) return false;
      throw error;
    } finally {
      running.current = null;
      setIsRunning(false);
    }
  }

  return { isRunning, bytes, run, cancel: () => running.current?.abort() };
}
