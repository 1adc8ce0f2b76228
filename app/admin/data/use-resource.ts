import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, getJson, isAbort, type RequestOptions } from './api.ts';
import { useChanges } from './changes.tsx';
import { logFailure } from './log.ts';

export type ResourceOptions = {
  /** Asked again this often while the tab is visible. */
  refreshMs?: number;
  /** Tables whose change makes the answer stale. */
  refreshOn?: readonly string[];
};

export type Resource<T> = {
  data: T | undefined;
  error: ApiError | null;
  isLoading: boolean;
  reload: () => Promise<void>;
  setData: (update: (data: T) => T) => void;
};

const NOTHING: readonly string[] = [];

function toApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError(0, 'UNREACHED', 'The answer could not be read. Please try again.');
}

/**
 * What a call of the back office answers. A new path keeps the old answer until the new one is there; refreshing by itself neither
 * shows as loading nor keeps the session alive. Null asks for nothing.
 */
export function useResource<T>(path: string | null, options?: ResourceOptions): Resource<T> {
  const fetchPath = useCallback(
    (request: RequestOptions) => getJson<T>(path ?? '', request),
    [path],
  );
  return useFetched(path === null ? null : fetchPath, options);
}

/** The same for any way of fetching; a new function asks again. */
export function useFetched<T>(
  fetchData: ((request: RequestOptions) => Promise<T>) | null,
  { refreshMs, refreshOn = NOTHING }: ResourceOptions = {},
): Resource<T> {
  const [data, setAnswer] = useState<T>();
  const [error, setError] = useState<ApiError | null>(null);
  const [settled, setSettled] = useState<typeof fetchData>(null);
  const [isReloading, setIsReloading] = useState(false);
  const running = useRef<AbortController | null>(null);

  const load = useCallback(
    async (isBackground: boolean) => {
      running.current?.abort();
      if (!fetchData) return;
      const abort = new AbortController();
      running.current = abort;
      try {
        const answer = await fetchData({ signal: abort.signal, isBackground });
        if (abort.signal.aborted) return;
        setAnswer(answer);
        setError(null);
      } catch (failure) {
        if (abort.signal.aborted || isAbort(failure)) return;
        logFailure('A part of this screen could not be loaded.', failure);
        setError(toApiError(failure));
      }
      setSettled(() => fetchData);
      setIsReloading(false);
    },
    [fetchData],
  );

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the states change only once the answer is there
    void load(false);
    return () => running.current?.abort();
  }, [load]);

  useEffect(() => {
    if (!refreshMs) return undefined;
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') void load(true);
    }, refreshMs);
    return () => window.clearInterval(timer);
  }, [load, refreshMs]);

  useChanges(refreshOn, () => void load(true));

  const reload = useCallback(() => {
    setIsReloading(true);
    return load(false);
  }, [load]);
  const setData = useCallback((update: (before: T) => T) => {
    setAnswer((before) => (before === undefined ? before : update(before)));
  }, []);
  const isLoading = fetchData !== null && (settled !== fetchData || isReloading);
  return { data, error, isLoading, reload, setData };
}
