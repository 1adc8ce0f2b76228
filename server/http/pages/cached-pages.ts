import { randomUUID } from 'node:crypto';
import { type Kysely, type KyselyPlugin, type OperationNode, TableNode } from 'kysely';
import { NO_CLIENT, type Resources } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import type { Metrics } from '#server/http/base/metrics.ts';
import { isKnownSegment } from '#server/http/base/page-url.ts';
import type { Pages } from './pages.ts';
import type { Log } from '#server/lib/log.ts';
import type { CurrentSettings } from '#server/services/site-settings/index.ts';
import { createPageCache, type PageCache } from '#server/http/cache/page-cache.ts';

type Options = {
  pages: Pick<Pages, 'render'>;
  settings: CurrentSettings;
  resources: Resources;
  preparedDb: Kysely<DB>;
  log: Log;
  metrics: Metrics;
};

export function createCachedPages(options: Options): PageCache {
  const { pages, settings, resources, preparedDb, log, metrics } = options;
  const cache = createPageCache({
    isKnownSegment,
    now: resources.now,
    log,
    metrics,
    async render(target) {
      const tables = new Set<string>();
      const page = await pages.render(target, {
        settings: settings.get(),
        content: settings.getContent(),
        services: {
          ...resources,
          db: preparedDb.withPlugin(recordTables(tables)),
          log: log.child({ page: target }),
          requestId: randomUUID(),
          actor: { type: 'visitor' },
          client: NO_CLIENT,
          countUnavailable: (cause) => metrics.unavailable.inc({ cause }),
        },
      });
      return { ...page, tables };
    },
  });
  settings.subscribe(() => cache.invalidate('site_settings'));
  return cache;
}

export function recordTables(tables: Set<string>): KyselyPlugin {
  function collect(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const part = node as OperationNode;
    if (TableNode.is(part)) tables.add(part.table.identifier.name);
    for (const child of Object.values(node)) collect(child);
  }
  return {
    transformQuery({ node }) {
      collect(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}
