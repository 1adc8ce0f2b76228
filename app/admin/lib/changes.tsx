import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { ApiError, isAbort, readEvents } from './api.ts';

type Listener = (table: string) => void;
type Changes = { subscribe: (listener: Listener) => () => void };

const ChangesContext = createContext<Changes>({ subscribe: () => () => {} });

const REOPEN_MS = 3_000;

/** Follows the server's announcements of what changed; after a gap everything counts as changed. */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const listeners = useRef(new Set<Listener>());

  useEffect(() => {
    const stop = new AbortController();
    let timer: number | undefined;
    let hasBeenOpen = false;
    function announce(table: string) {
      for (const listener of listeners.current) listener(table);
    }
    async function follow() {
      try {
        await readEvents(stop.signal, (name, data) => {
          if (name === 'ready') {
            if (hasBeenOpen) announce('*');
            hasBeenOpen = true;
          } else if (name === 'changed') announce(data);
        });
      } catch (error) {
        if (isAbort(error)) return;
        if (error instanceof ApiError && error.status === 401) return;
      }
      if (!stop.signal.aborted) timer = window.setTimeout(() => void follow(), REOPEN_MS);
    }
    void follow();
    return () => {
      stop.abort();
      window.clearTimeout(timer);
    };
  }, []);

  const changes = useMemo<Changes>(
    () => ({
      subscribe(listener) {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [],
  );
  return <ChangesContext value={changes}>{children}</ChangesContext>;
}

/** Calls back when one of these tables changed. */
export function useChanges(tables: readonly string[], onChange: () => void): void {
  const { subscribe } = useContext(ChangesContext);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const key = tables.join(' ');
  useEffect(() => {
    const wanted = new Set(key.split(' '));
    return subscribe((table) => {
      if (table === '*' || wanted.has(table)) latest.current();
    });
  }, [key, subscribe]);
}
