import type { Database } from '#server/context/context.ts';

type LeadTable = 'orders' | 'contact_messages';
type Listener = (table: LeadTable) => void;

const POLL_MS = 500;

// Several: the older of two concurrent inserts may commit last.
const WATCHED_ROWS = 20;

/** Polls, since visitors' inserts announce nothing; once for all listeners of this process. */
export function createNewLeadsWatch(db: Database, onError: (error: unknown) => void) {
  // bounded by LIMITS.adminEventStreams
  const listeners = new Set<Listener>();
  // bounded by the number of tables with leads
  const known = new Map<LeadTable, ReadonlySet<string>>();
  let started = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function newestOf(table: LeadTable): Promise<Set<string>> {
    const rows = await db
      .selectFrom(table === 'orders' ? 'orders' : 'contactMessages')
      .select('id')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(WATCHED_ROWS)
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  async function poll(announce?: Listener): Promise<void> {
    for (const table of ['orders', 'contact_messages'] as const) {
      const ids = await newestOf(table);
      const before = known.get(table);
      const isNew = [...ids].some((id) => !before?.has(id));
      known.set(table, ids);
      if (isNew) announce?.(table);
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      poll((table) => {
        for (const listener of listeners) listener(table);
      })
        .catch(onError)
        .finally(() => {
          if (listeners.size > 0) schedule();
          else timer = undefined;
        });
    }, POLL_MS);
    timer.unref();
  }

  return {
    async subscribe(listener: Listener): Promise<() => void> {
      listeners.add(listener);
      // A screen that opens reads everything anyway.
      if (listeners.size === 1) started = poll();
      try {
        await started;
      } catch (error) {
        listeners.delete(listener);
        throw error;
      }
      if (!timer) schedule();
      return () => listeners.delete(listener);
    },
  };
}
