import type { Config } from '#server/core/config.ts';
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
