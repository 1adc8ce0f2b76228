import { PROTECTION_MESSAGES } from '#shared/traffic-protection/messages.ts';
import type { AppDeps, createApp as CreateApp } from '#server/app.ts';
import { createEventStreams } from '#server/http/api/event-streams.ts';
import type { Overload } from '#server/http/guard/overload.ts';
import { createTraffic } from '#server/http/guard/traffic.ts';
import type { Pages } from '#server/http/pages/pages.ts';
import { countPendingUploads } from '#server/services/orders/index.ts';
import { createCurrentSettings } from '#server/services/site-settings/index.ts';
import type { Guard } from '#server/traffic/guard.ts';
import type { RequestLog } from '#server/traffic/request-log.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import { cachePages } from './cached-pages.ts';

type SiteParts = Pick<AppDeps, 'config' | 'log' | 'metrics' | 'resources' | 'visitorDb'> & {
  createApp: typeof CreateApp;
  pages: Pages;
  /** Not while the sources of the pages change. */
  hasPageCache: boolean;
  guard: Guard;
  overload: Overload;
  requestLog: Pick<RequestLog, 'add'>;
  isDatabaseReady: () => Promise<boolean>;
};

export type ComposedSite = Awaited<ReturnType<typeof composeSite>>;

/** Builds the application on what it stands on, in the same way for the process that serves and for tests. */
export async function composeSite(parts: SiteParts) {
  const { config, log, metrics, resources, visitorDb, pages, guard, overload } = parts;
  const settings = createCurrentSettings(resources.db, log);
  await settings.reload();
  const sources = createSourceReader(config.trustedProxies, () =>
    log.error(PROTECTION_MESSAGES.unconfiguredProxy),
  );
  const traffic = { ...createTraffic(parts), guard, sources, overload };
  const eventStreams = createEventStreams(metrics.eventStreams);
  // bounded by LIMITS.adminEventStreams: each listens for its stream
  const listeners = new Set<(table: string) => void>();
  const pageCache = parts.hasPageCache
    ? cachePages({ pages, settings, resources: { ...resources, db: visitorDb }, log, metrics })
    : null;
  let isStopping = false;
  const isReady = async () => !isStopping && (await parts.isDatabaseReady());
  metrics.watchDatabase(isReady);
  metrics.watchUploads(async () => ({
    ...(await countPendingUploads(resources.db)),
    free: await resources.storage.freeBytes(),
  }));
  const app = parts.createApp({
    ...parts,
    live: {
      settings,
      eventStreams,
      onContentChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    traffic,
    pages: { ...pages, cache: pageCache },
    isReady,
  });
  return {
    app,
    traffic,
    settings,
    pageCache,
    /** Tells open screens that a table has changed. */
    announce(table: string): void {
      for (const listener of listeners) listener(table);
    },
    /** Ends what is open; from now on the site is not ready. */
    stop(): void {
      isStopping = true;
      overload.stop();
      pageCache?.stop();
      eventStreams.closeAll();
    },
  };
}
