import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/client.ts';
import { createReadDatabase } from '#server/db/read-database.ts';
import { askServers } from '#server/db/servers.ts';
import { type Finding, ok, warning } from './finding.ts';

export async function checkServers({ databaseUrl }: Config): Promise<Finding[]> {
  const servers = databaseUrl === null ? [] : await askServers(databaseUrl);
  if (servers.length < 2) return [];
  const findings = servers.map(({ host, error, takesWrites, isSynchronous }) => {
    if (error !== null) {
      const text = `${host} cannot be reached: ${error}.`;
      const advice = 'The next failure may leave the site without a database: start it again.';
      return warning('Database', text, advice);
    }
    if (!takesWrites) return ok('Database', `${host} is a standby.`);
    if (isSynchronous) return ok('Database', `${host} takes writes and waits for a standby.`);
    return warning(
      'Database',
      `${host} takes writes and waits for no standby: the enquiries of its last moment would be lost with it.`,
      'Set synchronous_standby_names, or synchronous_mode of Patroni (docs/operations.md).',
    );
  });
  if (servers.filter(({ takesWrites }) => takesWrites).length > 1) {
    findings.push(
      warning(
        'Database',
        'More than one of these servers takes writes: the one that was promoted last is used.',
        'Stop the former primary, and make it follow the new one.',
      ),
    );
  }
  return findings;
}

const REPLICA_WAIT_MS = 3_000;
const POOL = { poolSize: 1, statementTimeoutMs: 2_000, responseTimeoutMs: 3_000 };

export async function checkReplicas(
  { replicaUrl }: Config,
  primary: Pick<Database, 'db' | 'clients'>,
): Promise<Finding[]> {
  if (replicaUrl === null) return [];
  const reads = createReadDatabase({ primary, replicaUrl, pool: POOL, intervalMs: 250 });
  try {
    const until = performance.now() + REPLICA_WAIT_MS;
    let states = await reads.check();
    // What the primary has just written is on its way.
    while (states.every(({ reason }) => reason !== null) && performance.now() < until) {
      await pause(250);
      states = reads.readStates();
    }
    const isRead = states.some(({ reason }) => reason === null);
    return states.map(({ host, lagMs, reason }) => {
      if (reason === null) {
        return ok(
          'Database',
          `The standby ${host} is ${((lagMs ?? 0) / 1_000).toFixed(1)} s behind.`,
        );
      }
      const text = `The standby ${host} is not read from: ${reason}.`;
      // Of several that change their roles, one is always the primary.
      if (isRead && states.length > 1) return ok('Database', text);
      return warning(
        'Database',
        text,
        'Reports, exports and the request log burden the primary; check DATABASE_REPLICA_URL and the standby.',
      );
    });
  } finally {
    await reads.stop();
  }
}
