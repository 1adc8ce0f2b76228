import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Spinner } from '#app/admin/layout/spinner.tsx';
import { ApiError, isAbort, readEvents } from './api.ts';

type Listener = (table: string) => void;
type Changes = { subscribe: (listener: Listener) => () => void };

const ChangesContext = createContext<Changes>({ subscribe: () => () => {} });

const REOPEN_MS = 3_000;
const READY_MS = 1_000;

/**
 * Follows the server's announcements of what changed; after a gap everything counts as changed. A new session opens a new stream
 * and leaves what is inside as it is. What is inside is shown as soon as the
 * server announces, so that nothing can change between the first answers and the first announcement.
 */
export function ChangesProvider({ token, children }: { token: string; children: ReactNode }) {
  const listeners = useRef(new Set<Listener>());
  const wasShown = useRef(false);
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    let timer: number | undefined;
    function show() {
      wasShown.current = true;
      setIsShown(true);
    }
    // A stream that is held up or refused must not hold up the screen.
    const patience = window.setTimeout(show, READY_MS);
    function announce(table: string) {
      for (const listener of listeners.current) listener(table);
    }
    async function follow() {
      try {
        await readEvents(stop.signal, (name, data) => {
          if (name === 'ready') {
            if (wasShown.current) announce('*');
            show();
          } else if (name === 'changed') announce(data);
        });
      } catch (error) {
        if (isAbort(error)) return;
        show();
        if (error instanceof ApiError && error.status === 401) return;
      }
      if (!stop.signal.aborted) timer = window.setTimeout(() => void follow(), REOPEN_MS);
    }
    void follow();
    return () => {
      stop.abort();
      window.clearTimeout(timer);
      window.clearTimeout(patience);
    };
  }, [token]);

  const changes = useMemo<Changes>(
    () => ({
      subscribe(listener) {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [],
  );
  if (!isShown) {
    return (
      <main id="content" className="admin grid min-h-dvh content-center">
        <h1 className="sr-only">Admin Panel</h1>
        <Spinner label="Loading..." />
      </main>
    );
  }
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
