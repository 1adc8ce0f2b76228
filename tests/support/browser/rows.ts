import type { Kysely, Selectable, Updateable } from 'kysely';
import type { DB } from '#server/db/types.ts';
import type { ContentTable } from '#server/services/content/index.ts';

type Table = ContentTable | 'adminSessions' | 'contactMessages' | 'orders' | 'outboxMails';

/** Reads a row that exists. */
export async function readRow<Name extends Table>(
  db: Kysely<DB>,
  table: Name,
  id: string,
): Promise<Selectable<DB[Name]>> {
  const rows = db.selectFrom<Table>(table).selectAll();
  return (await rows.where('id', '=', id).executeTakeFirstOrThrow()) as Selectable<DB[Name]>;
}

/** Changes a row as another process does. */
export async function changeRow<Name extends Table>(
  db: Kysely<DB>,
  table: Name,
  id: string,
  changes: Updateable<DB[Name]>,
): Promise<void> {
  const rows = db.updateTable<Table>(table).set(changes as Updateable<DB[Table]>);
  await rows.where('id', '=', id).execute();
}

/** Makes an administrator's last proof too old for actions that need a fresh one. */
export async function ageProof(db: Kysely<DB>, adminUserId: string): Promise<void> {
  const provedAt = new Date(Date.now() - 600_000);
  const sessions = db.updateTable('adminSessions').set({ provedAt });
  await sessions.where('adminUserId', '=', adminUserId).execute();
}
