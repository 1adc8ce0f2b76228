import { pino } from 'pino';
import type { DatabaseConnection } from '#server/db/client.ts';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '#server/db/embedded-postgres/embedded-postgres.ts';
import { hasDatabase } from '#server/db/embedded-postgres/place.ts';

export const DATABASE = 'vitrin';

export type Opened = { connection: DatabaseConnection; close: () => Promise<void> };

export async function startOwnDatabase(dataDir: string): Promise<Opened> {
  const own = await startEmbeddedPostgres({
    dataDir,
    database: DATABASE,
    log: commandLog(),
  });
  return { connection: own.connection, close: () => own.stop() };
}

/** Starts a server for this command where none runs. Throws without an installation. */
export async function openCommandDatabase(
  dataDir: string,
  databaseUrl: string | null,
): Promise<Opened> {
  const leaveOpen = { close: () => Promise.resolve() };
  if (databaseUrl !== null) return { connection: databaseUrl, ...leaveOpen };
  const running = await findRunningPostgres({ dataDir, database: DATABASE });
  if (running) return { connection: running, ...leaveOpen };
  if (!(await hasDatabase(dataDir))) throw missingInstallation(`DATA_DIR (${dataDir})`);
  return startOwnDatabase(dataDir);
}

export function commandLog() {
  return pino({ level: 'error' }, { write: printMessage });
}

function printMessage(line: string): void {
  process.stderr.write(`${(JSON.parse(line) as { msg: string }).msg}\n`);
}

export function missingInstallation(place: string): Error {
  return new Error(`No installation at ${place}. A first start makes one.`);
}
