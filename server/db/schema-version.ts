import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const MIGRATION = /^\d{4}-.+\.ts$/;

/** The newest migration of the sources as they are now; modules read earlier may be those of the version before. */
export function readSchemaVersion(): string {
  const files = readdirSync(join(import.meta.dirname, 'migrations'));
  return (
    files
      .filter((name) => MIGRATION.test(name))
      .toSorted()
      .at(-1) ?? ''
  );
}

/** A process may only join those that understand its rows as it does. */
export function assertSchemaVersion(expected: string): void {
  if (readSchemaVersion() === expected) return;
  throw new Error('The new version changes the database: stop the program and start it again.');
}
