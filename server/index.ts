import { PROTECTION_MESSAGES } from '#shared/traffic-protection.ts';
import { type Config, readConfig } from './config.ts';
import { toStandardOutput } from './http/log-output.ts';
import { createLogger, endOnUncaught } from './http/logger.ts';
import { createMetrics } from './http/metrics.ts';
import { type Installation, prepareInstallation } from './installation.ts';
import { LIMITS } from './limits.ts';
import { describeStartFailure, loadSite } from './site.ts';
import { forkWorkers } from './workers.ts';

const isDevelopment = process.argv.includes('--dev');

function fail(lines: string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
}

function announce(config: Config, port: number, { firstAdmin }: Installation): void {
  toStandardOutput().write(
    [
      '',
      `  Vitrin is ready at ${config.isPublicUrlGiven ? config.publicUrl : `http://localhost:${port}`}`,
      ...(firstAdmin
        ? [
            `  Administrator: ${firstAdmin.username}`,
            ...(firstAdmin.generatedPassword
              ? [`  Password (shown only this once): ${firstAdmin.generatedPassword}`]
              : []),
            `  Sign in at ${config.publicUrl}/adminloginpage`,
          ]
        : []),
      '',
      '',
    ].join('\n'),
  );
}

async function main(): Promise<void> {
  const result = readConfig();
  if ('problems' in result) return fail(result.problems);
  const { config } = result;
  const log = createLogger(config);
  endOnUncaught(log);
  if (isDevelopment && config.workers > 1) {
    process.stderr.write('WEB_CONCURRENCY has no effect here: one process serves.\n');
  }

  const [site, installation] = await Promise.all([
    config.workers > 1 && !isDevelopment
      ? forkWorkers({
          count: config.workers,
          log,
          onGivenUp: (why) => void stop('no worker can be started', why),
        })
      : loadSite({ config, log, metrics: createMetrics(), isDevelopment }),
    prepareInstallation(config, log),
  ]);

  let isStopping = false;
  /** Ends everything in order, visitors first; a failure is printed, and shows in the exit code. */
  async function stop(reason: string, failure?: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), LIMITS.shutdown).unref();
    await site.stop();
    await installation.stop();
    await toStandardOutput().drain(LIMITS.lastLog);
    if (failure !== undefined) fail([failure]);
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal));
  }
  process.on('SIGUSR2', () => {
    if (site.replaceWorkers) void site.replaceWorkers();
    else log.warn('there are no workers to replace: one process serves');
  });
  // The starter is gone without a word (killed): nothing would ever stop this process properly.
  process.on('disconnect', () => void stop('starter ended'));

  try {
    const port = await site.serve(installation.connection, config.port);
    if (isStopping) return;
    announce(config, port, installation);
    if (config.publicUrl.startsWith('https:') && config.trustedProxies.length === 0) {
      log.warn(PROTECTION_MESSAGES.proxyExpected);
    }
    installation.startJobs();
  } catch (error) {
    await stop('cannot serve', describeStartFailure(error));
  }
}

main().catch((error: unknown) => fail([describeStartFailure(error)]));
