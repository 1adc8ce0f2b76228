import { randomUUID } from 'node:crypto';
import type { Log } from '#server/lib/log.ts';
import { NO_CLIENT, type Resources } from '#server/context.ts';
import { recordTables } from '#server/db/recorded-tables.ts';
import { createPageCache, type PageCache } from '#server/http/cache/page-cache.ts';
import type { Metrics } from '#server/http/metrics.ts';
import { isKnownSegment } from '#server/http/pages/page-url.ts';
import type { Pages } from '#server/http/pages/pages.ts';
import type { CurrentSettings } from '#server/services/site-settings/index.ts';

type Options = {
  pages: Pick<Pages, 'render'>;
  settings: CurrentSettings;
  resources: Resources;
  log: Log;
  metrics: Metrics;
};

/** Cached pages are nobody's: what renders them knows no request. */
export function cachePages({ pages, settings, resources, log, metrics }: Options): PageCache {
  const cache = createPageCache({
    isKnownSegment,
    log,
    metrics,
    async render(target) {
      const tables = new Set<string>();
      const page = await pages.render(target, {
        settings: settings.get(),
        services: {
          ...resources,
          db: resources.db.withPlugin(recordTables(tables)),
          log: log.child({ page: target }),
          requestId: randomUUID(),
          actor: { type: 'visitor' },
          client: NO_CLIENT,
          countLead: () => undefined,
          countUnavailable: (cause) => metrics.unavailable.inc({ cause }),
        },
      });
      return { ...page, tables };
    },
  });
  settings.subscribe(() => cache.invalidate('site_settings'));
  return cache;
}
