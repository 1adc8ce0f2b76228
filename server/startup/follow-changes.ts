import type { Log } from '#server/lib/log.ts';
import { type DatabaseConnection, toClientConfig } from '#server/db/client.ts';
import { watchTableVersions } from '#server/db/table-versions.ts';
import type { Metrics } from '#server/http/metrics.ts';
import type { Protection } from '#server/traffic/protection.ts';
import type { ComposedSite } from './compose-site.ts';

type Options = {
  connection: DatabaseConnection;
  site: Pick<ComposedSite, 'settings' | 'pageCache' | 'announce'>;
  protection: Protection;
  metrics: Metrics;
  log: Log;
};

/** Has this process follow what any process changes in the database: settings, cached pages, rules and open screens. */
export function followChanges({ connection, site, protection, metrics, log }: Options) {
  const { settings, pageCache, announce } = site;
  return watchTableVersions({
    connect: () => toClientConfig(connection),
    onChange(table, version) {
      const follow = () => {
        pageCache?.invalidate(table);
        metrics.tableVersion.set({ name: table }, version);
      };
      // Pages are made from the settings in memory: they follow when those are new.
      if (table === 'site_settings') void settings.reload().then(follow);
      else follow();
      if (table === 'ip_security_rules' || table === 'traffic_protection') void protection.reload();
      announce(table);
    },
    onReconnect() {
      void settings.reload();
      void protection.reload();
      pageCache?.changesBack();
    },
    onLost: () => pageCache?.changesLost(),
    log,
  });
}
