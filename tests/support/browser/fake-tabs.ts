import { vi } from 'vitest';

type Request = { grant: () => Promise<unknown>; settle: (error?: Error) => void };

/** Locks as browsers have them (w3c.github.io/web-locks), for code that runs as several tabs in one test. */
function createLocks() {
  const holders = new Map<string, Request>();
  const queues = new Map<string, Request[]>();

  function queueOf(name: string): Request[] {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return queue;
  }

  function hold(name: string, request: Request): void {
    holders.set(name, request);
    void finish(name, request);
  }

  async function finish(name: string, request: Request): Promise<void> {
    await request.grant();
    if (holders.get(name) !== request) return;
    holders.delete(name);
    request.settle();
    const next = queueOf(name).shift();
    if (next) hold(name, next);
  }

  return {
    request(
      name: string,
      { steal, signal }: { steal?: boolean; signal?: AbortSignal },
      grant: () => Promise<unknown>,
    ): Promise<void> {
      return new Promise((resolve, reject) => {
        const request: Request = { grant, settle: (error) => (error ? reject(error) : resolve()) };
        const abort = () => new DOMException('aborted', 'AbortError');
        if (steal) {
          holders.get(name)?.settle(abort());
          return hold(name, request);
        }
        signal?.addEventListener('abort', () => {
          const queue = queueOf(name);
          if (!queue.includes(request)) return;
          queue.splice(queue.indexOf(request), 1);
          reject(abort());
        });
        if (holders.has(name)) queueOf(name).push(request);
        else
          queueMicrotask(() =>
            holders.has(name) ? queueOf(name).push(request) : hold(name, request),
          );
        return undefined;
      });
    },
  };
}

/** Channels between tabs, which deliver as soon as the sender is done. */
function createChannelType() {
  const open = new Map<string, Set<EventTarget>>();
  return class extends EventTarget {
    readonly name: string;
    constructor(name: string) {
      super();
      this.name = name;
      open.set(name, (open.get(name) ?? new Set()).add(this));
    }
    postMessage(data: unknown): void {
      for (const other of open.get(this.name) ?? []) {
        if (other === this) continue;
        queueMicrotask(() => {
          if (open.get(this.name)?.has(other)) {
            other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
          }
        });
      }
    }
    close(): void {
      open.get(this.name)?.delete(this);
    }
  };
}

/** Gives a test what browsers share between tabs. */
export function stubTabs(): ReturnType<typeof createLocks> {
  const locks = createLocks();
  vi.stubGlobal('BroadcastChannel', createChannelType());
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return locks;
}

/** A browser without locks, as outside secure contexts. */
export function stubNoLocks(): void {
  Reflect.deleteProperty(navigator, 'locks');
}
