import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { AuditKey } from '#server/startup/audit-key.ts';
import type { DB } from '#server/db/types.ts';
import type { Documents } from '#server/documents/documents.ts';
import type { EventStreams } from '#server/http/api/event-streams.ts';
import type { Metrics } from '#server/http/metrics.ts';
import type { Overload } from '#server/http/guard/overload.ts';
import type { PageCache } from '#server/http/cache/page-cache.ts';
import type { Pages } from '#server/http/pages/pages.ts';
import type { Traffic } from '#server/http/guard/traffic.ts';
import type { CurrentSettings } from '#server/services/site-settings/index.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import type { Guard } from '#server/traffic/guard.ts';
import type { SourceReader } from '#server/traffic/source.ts';
import { Hono } from 'hono';
import type { HonoEnv } from '#server/http/request-context.ts';

export type AppDeps = {
  config: Config;
  db: Kysely<DB>;
  /** For what visitors ask: the same database, with statements that stay planned. */
  visitorDb: Kysely<DB>;
  storage: FileStorage;
  documents: Documents;
  settings: CurrentSettings;
  log: Logger;
  metrics: Metrics;
  eventStreams: EventStreams;
  auditKey: AuditKey;
  totpKey: Buffer;
  /** Learns here how requests end. */
  traffic: Traffic;
  /** It stands before the application. */
  guard: Guard;
  sources: SourceReader;
  overload: Overload;
  /** Calls back with the name of each table of content that changed; answers how to stop. */
  onContentChange: (listener: (table: string) => void) => () => void;
  /** Whether the process can serve: the database takes writes, and no stop is under way. */
  isReady: () => Promise<boolean>;
  now: () => Date;
  pages: Pages;
  /** Rendered pages; none while their sources change. */
  pageCache: Pick<PageCache, 'get'> | null;
};

export type App = Hono<HonoEnv>;
