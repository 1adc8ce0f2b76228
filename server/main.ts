import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GENERATED_PASSWORD_HINT } from '#shared/admin-account/messages.ts';
import { PROTECTION_MESSAGES } from '#shared/traffic-protection/messages.ts';
import { type Config, readConfig } from './core/config.ts';
import { toStandardOutput } from '#server/http/base/log-output.ts';
import { createLogger, endOnUncaught } from '#server/http/base/logger.ts';
import { createMetrics } from '#server/http/base/metrics.ts';
import { readStaticFiles } from '#server/http/cache/static-files.ts';
import { prepareInstallation } from './install.ts';
import { LIMITS } from './core/limits.ts';
import type { NewCredentials } from '#server/services/accounts/index.ts';
import type { createApp, createSitePages } from './app.ts';
import type { DrawMail } from '#server/mail/mailer.ts';
import { type Application, serve, type Serving } from './serve.ts';
import {
  checkStart,
  describeStartFailure,
  describeUnreadFiles,
  UNREAD_FILES_ADVICE,
} from '#server/startup/start-checks.ts';
import { notifyReady } from '#server/startup/systemd.ts';

const isDevelopment = process.argv.includes('--dev');
const root = join(import.meta.dirname, '..');

const NO_PUBLIC_URL =
  'It can be opened by IP address, localhost or internal names. For any other name set PUBLIC_URL, such as https://www.example.com.';

function fail(lines: string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
}

function print(...lines: string[]): void {
  toStandardOutput().write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
}

/** Printed immediately, because a later failure must not lose the password. */
function showFirstAdmin(config: Config, { username, generatedPassword }: NewCredentials): void {
  print(
    `Administrator: ${username}`,
    ...(generatedPassword ? [`Password (shown only this once): ${generatedPassword}`] : []),
    `Sign in at ${config.publicUrl}/adminloginpage`,
    ...(generatedPassword ? [GENERATED_PASSWORD_HINT] : []),
  );
}

type AppEntry = { createApp: typeof createApp; createSitePages: typeof createSitePages };
type MailEntry = { drawMail: DrawMail };

async function loadBuild(): Promise<Application> {
  const load = (name: string) => import(pathToFileURL(join(root, 'build/server', name)).href);
  const [app, mails] = (await Promise.all([load('index.js'), load('mails.js')])) as [
    AppEntry,
    MailEntry,
  ];
  return {
    createApp: app.createApp,
    createPages: (publicUrl) => app.createSitePages(publicUrl, 'production'),
    readFiles: (headers) =>
      readStaticFiles(join(root, 'build/client'), join(root, '.cache/former-assets'), headers),
    drawMail: mails.drawMail,
    close: async () => {},
  };
}

async function loadSources(): Promise<Application> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  // Vite ends the process on this signal; `stop` ends it in order.
  process.removeAllListeners('SIGTERM');
  const app = (await vite.ssrLoadModule('/server/app.ts')) as AppEntry;
  const { drawMail } = (await vite.ssrLoadModule('/server/mail/templates/layout.tsx')) as MailEntry;
  return {
    createApp: app.createApp,
    createPages: (publicUrl) => app.createSitePages(publicUrl, 'development'),
    readFiles: null,
    drawMail,
    before: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  };
}

async function main(config: Config): Promise<void> {
  const { problems, warnings } = await checkStart(config);
  if (problems.length > 0) return fail(problems);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  const log = createLogger(config);
  endOnUncaught(log);
  const metrics = createMetrics();
  const [application, installation] = await Promise.all([
    isDevelopment ? loadSources() : loadBuild(),
    prepareInstallation(config, log, (admin) => showFirstAdmin(config, admin)),
  ]);

  let serving: Promise<Serving> | null = null;
  let isStopping = false;
  /** Visitors first; a failure is printed and sets the exit code. */
  async function stop(reason: string, failure?: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), LIMITS.shutdown).unref();
    const site = await serving?.catch(() => null);
    await site?.stop();
    await installation.stop();
    await toStandardOutput().drain(LIMITS.lastLog);
    if (failure !== undefined) fail([failure]);
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal));
  }
  // The parent was killed: nothing else would stop this process.
  process.on('disconnect', () => void stop('starter ended'));

  try {
    serving = serve({ application, installation, config, log, metrics });
    const { port, mailer } = await serving;
    if (isStopping) return;
    notifyReady(log);
    print(
      `Vitrin is ready at ${config.isPublicUrlGiven ? config.publicUrl : `http://localhost:${port}`}`,
      ...(config.isPublicUrlGiven ? [] : [NO_PUBLIC_URL]),
    );
    if (config.publicUrl.startsWith('https:') && config.trustedProxies.length === 0) {
      log.warn(PROTECTION_MESSAGES.proxyExpected);
    }
    await installation.startJobs({
      mailer,
      countMail: (result) => metrics.mails.inc({ result }),
    });
    // Last, because thousands of files take minutes.
    const unread = await describeUnreadFiles(config);
    if (unread !== null) log.warn(`${unread} ${UNREAD_FILES_ADVICE}`);
  } catch (error) {
    await stop('cannot serve', describeStartFailure(error, config));
  }
}

const result = readConfig();
if ('problems' in result) fail(result.problems);
const { config } = result;
main(config).catch(async (error: unknown) => {
  // It may contain the first password.
  await toStandardOutput().drain(LIMITS.lastLog);
  fail([describeStartFailure(error, config)]);
});
