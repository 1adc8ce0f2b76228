import { locks } from 'node:worker_threads';
import { vi } from 'vitest';

let serial = 0;

/** Node's locks, for code that runs as several tabs in one test; those of earlier tests have other names. */
function createLocks() {
  serial += 1;
  const prefix = `${serial} `;
  return {
    request: (name: string, options: LockOptions, grant: () => Promise<unknown>) =>
      locks.request(prefix + name, options, grant),
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
  const own = createLocks();
  vi.stubGlobal('BroadcastChannel', createChannelType());
  Object.defineProperty(navigator, 'locks', { value: own, configurable: true });
  return own;
}

/** A browser without locks, as outside secure contexts. */
export function stubNoLocks(): void {
  Reflect.deleteProperty(navigator, 'locks');
}
