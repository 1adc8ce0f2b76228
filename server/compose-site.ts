import { PROTECTION_MESSAGES } from '#shared/traffic-protection/messages.ts';
import { createEventStreams } from '#server/http/api/event-streams.ts';
import type { Metrics } from '#server/http/base/metrics.ts';
import { createCachedPages } from '#server/http/pages/cached-pages.ts';
import { createTraffic } from '#server/http/guard/traffic.ts';
import type { Overload } from '#server/http/guard/overload.ts';
import type { Pages } from '#server/http/pages/pages.ts';
import { readBacklog } from '#server/mail/delivery.ts';
import { readBackupState } from '#server/services/backup/index.ts';
import { countPendingUploads } from '#server/services/orders/index.ts';
import { createCurrentSettings } from '#server/services/site-settings/index.ts';
import type { Guard } from '#server/traffic/guard.ts';
import type { RequestLog } from '#server/traffic/request-log.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import type { AppDeps, createApp } from './app.ts';

type SiteParts = Pick<
  AppDeps,
  'config' | 'log' | 'metrics' | 'resources' | 'mailer' | 'preparedDb'
> & {
  createApp: typeof createApp;
  pages: Pages;
  hasPageCache: boolean;
  guard: Guard;
  overload: Overload;
  requestLog: Pick<RequestLog, 'add'>;
  isDatabaseReady: () => Promise<boolean>;
};

export type ComposedSite = Awaited<ReturnType<typeof composeSite>>;

export async function composeSite(parts: SiteParts) {
  const { config, log, metrics, resources, pages, guard, overload } = parts;
  const settings = createCurrentSettings({ db: resources.db, log, publicUrl: config.publicUrl });
  await settings.reload();
  const sources = createSourceReader(config.trustedProxies, () =>
    log.error(PROTECTION_MESSAGES.unconfiguredProxy),
  );
  const traffic = { ...createTraffic(parts), guard, sources, overload };
  const eventStreams = createEventStreams(metrics.eventStreams);
  // bounded by LIMITS.adminEventStreams: each listens for its stream
  const listeners = new Set<(table: string) => void>();
  const pageCache = parts.hasPageCache ? createCachedPages({ ...parts, settings }) : null;
  let isStopping = false;
  const isReady = async () => !isStopping && (await parts.isDatabaseReady());
  reportState(metrics, resources, isReady);
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
    announce: (table: string): void => {
      for (const listener of listeners) listener(table);
    },
    leave(): void {
      isStopping = true;
    },
    stop(): void {
      isStopping = true;
      overload.stop();
      pageCache?.stop();
      eventStreams.closeAll();
    },
  };
}

function reportState(
  metrics: Metrics,
  resources: SiteParts['resources'],
  isReady: () => Promise<boolean>,
): void {
  metrics.watchDatabase(isReady);
  metrics.watchUploads(async () => ({
    ...(await countPendingUploads(resources)),
    free: await resources.storage.freeBytes(),
  }));
  metrics.watchOutbox(async () => {
    const { pending, oldestMs } = await readBacklog(resources.db, resources.now());
    return { pending, oldestSeconds: oldestMs / 1_000 };
  });
  metrics.watchBackup(async () => {
    const backup = await readBackupState(resources);
    return (
      backup && {
        restoredAt: backup.restoredAt === null ? Number.NaN : Date.parse(backup.restoredAt) / 1_000,
        seconds: backup.tookMs / 1_000,
        isFailed: backup.error !== null,
        missingFiles: backup.missingFiles,
      }
    );
  });
}
