import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SETTINGS_STREAM } from '#app/lib/settings-stream.ts';
import { type Emit, joinStream } from '#app/lib/shared-stream.ts';
import { ApiError, isAbort, readEvents } from './api.ts';
import { createQueryClient, invalidateTable } from './query-client.ts';

const REOPEN_MS = 3_000;
const READY_MS = 1_000;

const READY = 'ready';
/** Said in place of `ready` when the server does not let the stream begin. */
const REJECTED = 'refused';

/** Reads the announcements for all tabs of this browser, those of the site included, until the session has ended. */
async function lead(emit: Emit, signal: AbortSignal): Promise<void> {
  let emitSettings: Emit = () => {};
  const leaveSettings = joinStream({
    ...SETTINGS_STREAM,
    takesOver: true,
    onMessage: () => {},
    lead(emitToTabs) {
      emitSettings = emitToTabs;
      return new Promise(() => {});
    },
  });
  signal.addEventListener('abort', leaveSettings);
  for (;;) {
    try {
      await readEvents(signal, (name, data) => {
        if (name === 'settings') emitSettings({ name, data });
        else emit({ name, data });
      });
    } catch (error) {
      if (isAbort(error)) return;
      emit({ name: REJECTED, data: '' });
      if (error instanceof ApiError && error.status === 401) return leaveSettings();
      SETTINGS_STREAM.poll(emitSettings);
    }
    await new Promise((resolve) => window.setTimeout(resolve, REOPEN_MS));
    if (signal.aborted) return;
  }
}

const STREAM = {
  name: 'admin-events',
  lead,
  // Where tabs cannot share a stream, everything counts as changed now and then.
  poll: (emit: Emit) => emit({ name: READY, data: '' }),
  isState: ({ name }: { name: string }) => name === READY,
};

type ProviderProps = {
  token: string;
  fallback: ReactNode;
  children: ReactNode;
};

/**
 * Holds what the screens read, and reads it again as the server announces changes; after a gap everything counts as changed. A new
 * session opens a new stream and leaves what is inside as it is. What is inside is shown as soon as the server announces, so that
 * nothing can change between the first responses and the first announcement.
 */
export function ChangesProvider({ token, fallback, children }: ProviderProps) {
  const [client] = useState(createQueryClient);
  const wasShown = useRef(false);
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    function show() {
      wasShown.current = true;
      setIsShown(true);
    }
    // A stream that is held up or rejected must not hold up the screen.
    const patience = window.setTimeout(show, READY_MS);
    const leave = joinStream({
      ...STREAM,
      onMessage({ name, data }) {
        if (name === 'changed') return invalidateTable(client, data);
        if (name === READY && wasShown.current) invalidateTable(client, '*');
        if (name === READY || name === REJECTED) show();
      },
    });
    return () => {
      leave();
      window.clearTimeout(patience);
    };
  }, [client, token]);

  // What was read leaves the memory with its administrator.
  useEffect(() => () => client.clear(), [client]);

  if (!isShown) return fallback;
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
