import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { DatabaseConnection } from './db/client.ts';
import { findUnavailability } from './errors.ts';
import type { Metrics } from './http/metrics.ts';
import { loadApplication, serve, type Serving } from './serve.ts';

/** What answers visitors: this process, or several. */
export type Site = {
  /** Begins to serve with a database that is ready, and answers the port. */
  serve(connection: DatabaseConnection, port: number): Promise<number>;
  /** Replaces the serving processes one after the other while the port stays open; none when this process serves itself. */
  replaceWorkers?(): Promise<void>;
  stop(): Promise<void>;
};

type SiteOptions = { config: Config; log: Logger; metrics: Metrics; isDevelopment: boolean };

/** The site in this process. */
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
    async stop() {
      const started = await serving?.catch(() => null);
      await started?.stop();
    },
  };
}

/** Why a start failed, in one line for whoever started the program. */
export function describeStartFailure(error: unknown): string {
  const message = error instanceof Error && error.message ? error.message : String(error);
  if (!(error instanceof Error)) return message;
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `PORT must be free: another program listens on ${String(error.port)} already.`;
  }
  return findUnavailability(error) === 'unreachable'
    ? `The database cannot be reached: ${message}`
    : message;
}
