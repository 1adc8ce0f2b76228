import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';

type LeadTable = 'orders' | 'contact_messages';

const POLL_MS = 500;

/**
 * Reports new orders and messages. Visitors' inserts announce nothing, so the newest rows are asked for twice a second, while anybody
 * listens and once for all listeners of this process.
 */
export function createNewLeadsWatch(db: Kysely<DB>, onError: (error: unknown) => void) {
  const listeners = new Set<(table: LeadTable) => void>();
  const newest = new Map<LeadTable, string | null>();
  let timer: NodeJS.Timeout | undefined;

  async function newestOf(table: LeadTable): Promise<string | null> {
    const row = await db
      .selectFrom(table === 'orders' ? 'orders' : 'contactMessages')
      .select('id')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  async function look(): Promise<void> {
    for (const table of ['orders', 'contact_messages'] as const) {
      const id = await newestOf(table);
      const isNew = newest.has(table) && newest.get(table) !== id;
      newest.set(table, id);
      if (isNew) for (const listener of listeners) listener(table);
    }
  }

  function schedule(): void {
    timer = setTimeout(() => {
      look()
        .catch(onError)
        .finally(() => {
          if (listeners.size > 0) schedule();
          else timer = undefined;
        });
    }, POLL_MS);
    timer.unref();
  }

  return {
    /** Calls back with the table of each new lead; answers how to stop. */
    subscribe(listener: (table: LeadTable) => void): () => void {
      // What came while nobody listened is no news: a screen that opens reads everything anyway.
      if (listeners.size === 0) newest.clear();
      listeners.add(listener);
      if (!timer) schedule();
      return () => listeners.delete(listener);
    },
  };
}
