import cluster from 'node:cluster';
import { type Config, readConfig } from '#server/config.ts';
import { toStandardOutput } from '#server/http/log-output.ts';
import { createLogger, endOnUncaught } from '#server/http/logger.ts';
import { createMetrics, type ProcessMetrics, joinMetrics } from '#server/http/metrics.ts';
import { assertSchemaVersion } from '#server/db/schema-version.ts';
import { LIMITS } from '#server/limits.ts';
import { describeStartFailure, loadSite } from './site.ts';
import type { PrimaryMessage, WorkerMessage } from './worker-messages.ts';

/** Longer than the primary waits for the other workers. */
const METRICS_TIMEOUT_MS = 3_000;

function notify(message: WorkerMessage): Promise<void> {
  return new Promise((done) => {
    if (process.connected) process.send?.(message, () => done());
    else done();
  });
}

/** One of the processes that serve. Node ends it when its primary is gone, since nobody would stop it then. */
function work(config: Config): void {
  const log = createLogger(config).child({ worker: cluster.worker?.id });
  endOnUncaught(log);
  const own = createMetrics();
  const pending = new Map<number, (collected: ProcessMetrics[]) => void>();
  let lastId = 0;
  let isStopping = false;

  /** Whichever worker is asked responds for all. */
  async function readMetricsOfAll(): Promise<string> {
    lastId += 1;
    const id = lastId;
    const all = await new Promise<ProcessMetrics[]>((resolve) => {
      pending.set(id, resolve);
      setTimeout(() => resolve([]), METRICS_TIMEOUT_MS).unref();
      void notify({ type: 'ask-figures', id });
    });
    pending.delete(id);
    return all.length === 0 ? own.readText() : joinMetrics(all);
  }

  const metrics = { ...own, readText: readMetricsOfAll };
  const loading = loadSite({ config, log, metrics, isDevelopment: false });
  // It is reported once the worker is asked to serve.
  loading.catch(() => undefined);

  type Start = Extract<PrimaryMessage, { type: 'serve' }>;
  async function serve({ connection, port, schemaVersion }: Start): Promise<void> {
    try {
      assertSchemaVersion(schemaVersion);
      const site = await loading;
      await notify({ type: 'ready', port: await site.serve(connection, port) });
    } catch (error) {
      await notify({ type: 'failed', reason: describeStartFailure(error, config) });
      process.exit(1);
    }
  }

  async function stop(reason: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), LIMITS.shutdown).unref();
    const site = await loading.catch(() => null);
    await site?.stop();
    await toStandardOutput().drain(LIMITS.lastLog);
    process.exit(0);
  }

  process.on('message', (message: PrimaryMessage) => {
    if (message.type === 'serve') void serve(message);
    else if (message.type === 'stop') void stop('asked by the primary');
    else if (message.type === 'ping') void notify({ type: 'pong' });
    else if (message.type === 'send-figures') {
      const { id } = message;
      void own.registry
        .getMetricsAsJSON()
        .then((collected) => notify({ type: 'figures', id, metrics: collected }));
    } else pending.get(message.id)?.(message.metrics);
  });
  process.on('SIGTERM', () => void stop('SIGTERM'));
  // A terminal or a service manager sends these to all processes; the primary decides.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) {
    process.on(signal, () => undefined);
  }
}

const result = readConfig();
// The primary has read the same and would have ended.
if ('problems' in result) throw new Error(result.problems.join('\n'));
work(result.config);
