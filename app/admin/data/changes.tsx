import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SETTINGS_STREAM } from '#app/lib/settings-stream.ts';
import { type Emit, joinStream } from '#app/lib/shared-stream.ts';
import { ApiError, isAbort, readEvents } from './api.ts';
import { createQueryClient, invalidateTable } from './query-client.ts';

const REOPEN_MS = 3_000;
const READY_MS = 1_000;

const READY = 'ready';
/** Emitted instead of `ready` when the server rejects the stream. */
const REJECTED = 'refused';

/** Reads the events for all tabs of this browser, also those of the public site. */
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
  // Refetches everything periodically if tabs cannot share a stream.
  poll: (emit: Emit) => emit({ name: READY, data: '' }),
  isState: ({ name }: { name: string }) => name === READY,
};

type ProviderProps = { token: string; fallback: ReactNode; children: ReactNode };

/**
 * Invalidates queries as the server announces changes; after a gap, all of them.
 * Children render once the stream is ready, so that no change is lost before it.
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
    // A stalled or rejected stream must not delay the screen.
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

  // Cached data must not outlive the session of its administrator.
  useEffect(() => () => client.clear(), [client]);

  if (!isShown) return fallback;
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
