import { readVersion } from '#server/lib/version.ts';
import { migrations } from '#server/db/migrations/index.ts';

/** Migration of a newer version that removes what VERSION uses: `NNNN-contract-VERSION-what`. */
const CONTRACTION = /^\d{4}-contract-(\d+\.\d+\.\d+)-/;

export function readContractedVersion(migration: string): string | null {
  return CONTRACTION.exec(migration)?.[1] ?? null;
}

export function compareVersions(a: string, b: string): number {
  const [one, two] = [a, b].map((version) => version.split('.').map(Number));
  return one?.map((part, index) => part - (two?.[index] ?? 0)).find((by) => by !== 0) ?? 0;
}

/** Finds applied migrations of other versions that this version cannot run beside (decision 055). */
export function findForeignMigrations(applied: readonly string[]): string[] {
  const unknown = applied.filter((name) => !(name in migrations));
  const isBehind = Object.keys(migrations).some((name) => !applied.includes(name));
  if (isBehind || unknown.length === 0) return unknown;
  const own = readVersion();
  return unknown.filter((name) => {
    const contracted = readContractedVersion(name);
    return contracted !== null && compareVersions(own, contracted) <= 0;
  });
}
