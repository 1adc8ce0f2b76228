import type { Log } from '#server/lib/log.ts';
import type { Config } from '#server/config.ts';
import type { DatabaseConnection } from '#server/db/client.ts';
import { findUnavailability } from '#server/errors.ts';
import { errorText } from '#server/lib/files.ts';
import type { Metrics } from '#server/http/metrics.ts';
import { describeListening } from './start-checks.ts';
import type { DrawMail } from '#server/mail/mailer.ts';
import { loadApplication } from './application.ts';
import { serve, type Serving } from './serve.ts';

export type Site = {
  serve(connection: DatabaseConnection, port: number): Promise<number>;
  /** Replaces the serving processes one after the other while the port stays open; none when this process serves itself. */
  replaceWorkers?(): Promise<void>;
  loadMailDrawing(): Promise<DrawMail>;
  stop(): Promise<void>;
};

type SiteOptions = { config: Config; log: Log; metrics: Metrics; isDevelopment: boolean };

export async function loadSite({
  config,
  log,
  metrics,
  isDevelopment,
}: SiteOptions): Promise<Site> {
  const application = await loadApplication(isDevelopment);
  let serving: Promise<Serving> | null = null;
  return {
    async serve(connection, port) {
      serving = serve({ application, config: { ...config, port }, connection, log, metrics });
      return (await serving).port;
    },
    loadMailDrawing: () => Promise.resolve(application.drawMail),
    async stop() {
      const started = await serving?.catch(() => null);
      await started?.stop();
    },
  };
}

/** Why a start failed, in one line for whoever started the program, which names the setting where there is one. */
export function describeStartFailure(error: unknown, config: Config): string {
  const message = errorText(error);
  const listening = describeListening(error, config);
  if (listening !== null) return listening;
  const cause =
    findUnavailability(error) ?? (error instanceof Error ? findUnavailability(error.cause) : null);
  if (cause === null) return message;
  if (cause === 'files') return `DATA_DIR: ${message}`;
  if (cause === 'file_store') return `S3_ENDPOINT: ${message}`;
  const setting = config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
  return `${setting}: the database ${cause === 'unreachable' ? 'cannot be reached' : 'is not usable'}: ${message}`;
}
