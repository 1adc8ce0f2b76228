import type { Emit, StreamOptions } from './shared-stream.ts';

const REOPEN_MS = 5_000;

/** An unchanged response costs only headers. */
async function poll(emit: Emit): Promise<void> {
  try {
    const response = await fetch('/site-settings.json', { cache: 'no-cache' });
    if (response.ok) emit({ name: 'settings', data: await response.text() });
  } catch {
    // Perhaps offline; asked again.
  }
}

function lead(emit: Emit, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource;
    let timer: number | undefined;
    function open(): void {
      source = new EventSource('/api/site-settings/stream');
      source.addEventListener('settings', ({ data }: MessageEvent<string>) =>
        emit({ name: 'settings', data }),
      );
      // Browsers reconnect unless the response was an error, such as too many streams.
      source.addEventListener('error', () => {
        if (source.readyState !== EventSource.CLOSED || signal.aborted) return;
        void poll(emit);
        timer = window.setTimeout(open, REOPEN_MS);
      });
    }
    open();
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer);
      source.close();
      resolve();
    });
  });
}

export const SETTINGS_STREAM = {
  name: 'site-settings',
  lead,
  poll: (emit: Emit) => void poll(emit),
  isState: () => true,
} satisfies Partial<StreamOptions>;
