import type { Log } from '#server/lib/log.ts';
import { v7 as uuidV7 } from 'uuid';
import type { Config } from '#server/core/config.ts';
import { NO_CLIENT, type Resources, type ServiceContext } from '#server/context/context.ts';
import { createDatabase, type DatabaseConnection, withDatabase } from '#server/db/client.ts';
import { askTime, createDatabaseClock, type DatabaseClock } from '#server/db/database-clock.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { loadSampleContent } from '#server/db/sample-content/load.ts';
import { loadSampleSiteContent } from '#server/db/sample-content/load-site-content.ts';
import { makeLogPartitions } from '#server/services/traffic-history/index.ts';
import { readConnections, resolveBackup } from '#server/services/connections/index.ts';
import { startAlerts } from '#server/jobs/alerts.ts';
import { startCourier } from '#server/jobs/courier.ts';
import type { JobName } from '#server/jobs/catalog.ts';
import { startInbox } from '#server/jobs/inbox.ts';
import { startNightlyBackup } from '#server/jobs/nightly-backup.ts';
import { startMailFiles } from '#server/jobs/mail-files.ts';
import { startJobs } from '#server/jobs/runner.ts';
import { recoverMails } from '#server/mail/delivery.ts';
import { mailFolderOf, type Mailer } from '#server/mail/mailer.ts';
import { createWebhookMailer } from '#server/mail/webhook.ts';
import { ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import {
  encryptStoredTotpSecrets,
  ensureFirstAdmin,
  type NewCredentials,
} from '#server/services/accounts/index.ts';
import { openResources } from './startup/resources.ts';

export type Installation = Awaited<ReturnType<typeof prepareInstallation>>;

export async function prepareInstallation(
  config: Config,
  log: Log,
  showFirstAdmin: (admin: NewCredentials) => void,
) {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, database: 'vitrin', log });
  const connection = config.databaseUrl ?? embedded?.connection ?? '';
  try {
    const clock = createDatabaseClock();
    const { resources, firstAdmin } = await prepareDatabase({ config, connection, clock, log });
    if (firstAdmin) showFirstAdmin(firstAdmin);
    let jobs: Promise<() => Promise<void>> | null = null;
    return {
      connection,
      resources,
      clock,
      async startJobs(options: MailOptions): Promise<void> {
        jobs = runJobs({ config, connection, resources, clock, log, ...options });
        await jobs;
      },
      async stop(): Promise<void> {
        const stopJobs = await jobs?.catch(() => null);
        await stopJobs?.();
        await resources.documents.stop();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

type Connected = { connection: DatabaseConnection; clock: DatabaseClock; log: Log };

type Prepared = {
  resources: Omit<Resources, 'db'>;
  firstAdmin: NewCredentials | null;
};

async function prepareDatabase({
  config,
  connection,
  clock,
  log,
}: Connected & { config: Config }): Promise<Prepared> {
  // A migration may wait for that of another process, longer than a request may wait for a response.
  const pool = { connection, poolSize: 2, applicationName: 'vitrin-setup' };
  return withDatabase(pool, async (db) => {
    await askTime(clock, db);
    await migrateToLatest(db, warnOnce(log));
    const resources = await openResources(db, config, log, clock);
    const { storage, documents, totpKey, now } = resources;
    await encryptStoredTotpSecrets(db, totpKey, log);
    await makeLogPartitions(db, now()).catch((error: unknown) => {
      log.warn(
        { error },
        'the partitions of the request log could not be made; the job tries again',
      );
    });
    if (config.hasSampleContent) await loadSampleContent(db, storage, documents);
    await loadSampleSiteContent(db, { isWanted: config.hasSampleContent });
    const firstAdmin = await ensureFirstAdmin(db, config.admin).catch((error: unknown) => {
      throw error instanceof ServiceError
        ? new Error(`ADMIN_PASSWORD: ${error.message}`, { cause: error })
        : error;
    });
    return { resources, firstAdmin };
  });
}

function warnOnce(log: Log): () => void {
  let isSaid = false;
  return () => {
    if (!isSaid) log.warn('a migration waits for a table that is in use, and tries again');
    isSaid = true;
  };
}

type MailOptions = { mailer: Mailer; countMail: (result: string) => void };

type Work = Connected & Pick<Prepared, 'resources'> & MailOptions & { config: Config };

async function runJobs(work: Work): Promise<() => Promise<void>> {
  const { config, connection, resources, clock, log, mailer, countMail } = work;
  const { webhook } = config;
  const { db, destroy } = createDatabase({
    connection,
    poolSize: LIMITS.jobsPool,
    statementTimeoutMs: LIMITS.statementTimeout,
    responseTimeoutMs: LIMITS.databaseResponse,
    applicationName: 'vitrin-jobs',
    log,
  });
  const contextOf = (job: JobName | 'promise.alerts' | 'inbox' | 'backup'): ServiceContext => ({
    ...resources,
    db,
    log: log.child({ job }),
    actor: { type: 'system', job },
    requestId: uuidV7(),
    client: NO_CLIENT,
  });
  // The embedded database's lock excludes other processes.
  await recoverMails(db, config.databaseUrl === null).catch((error: unknown) => {
    log.warn({ error }, 'leases of former processes are waited for');
  });
  const jobs = startJobs({ db, log, now: clock.now, contextOf });
  const alerts = startAlerts({
    context: contextOf('promise.alerts'),
    hasWebhook: webhook !== null,
  });
  const { storage, totpKey, trackKey, accepted } = resources;
  const delivery = { db, totpKey, trackKey, storage, accepted, log, now: clock.now };
  const couriers = [
    startCourier({ ...delivery, mailer, onResult: countMail }),
    startCourier({ ...delivery, mailer: createWebhookMailer(mailer, webhook, clock.now) }),
  ];
  const mailFiles = startMailFiles({ db, folder: mailFolderOf(config.dataDir), log });
  const nightly = startNightlyBackup({
    ctx: contextOf('backup'),
    findPlace: async () => resolveBackup(config, await readConnections(db, totpKey))?.place ?? null,
  });
  const stopInbox = runInbox({ ...work, ctx: contextOf('inbox') });
  return async () => {
    await Promise.all([
      jobs.stop(),
      alerts.stop(),
      ...couriers.map((courier) => courier.stop()),
      mailFiles.stop(),
      stopInbox(),
      nightly.stop(),
    ]);
    await destroy();
  };
}

/** Starts again after a change of the mailbox, or of the addresses that emails to us have. */
function runInbox(work: Work & { ctx: ServiceContext }): () => Promise<void> {
  let stop = readInbox(work);
  let restarting = Promise.resolve();
  let isStopped = false;
  async function restart(before: Promise<void>): Promise<void> {
    await before;
    if (isStopped) return;
    await stop();
    stop = readInbox(work);
  }
  work.mailer.follow(() => {
    restarting = restart(restarting);
  });
  return async () => {
    isStopped = true;
    await restarting;
    await stop();
  };
}

function readInbox({
  connection,
  log,
  mailer: { inbox, from, team },
  ctx,
}: Work & { ctx: ServiceContext }): () => Promise<void> {
  if (inbox === null) return () => Promise.resolve();
  const lock = createDatabase({
    connection,
    poolSize: 1,
    responseTimeoutMs: LIMITS.databaseResponse,
    applicationName: 'vitrin-inbox',
    log,
  });
  const addresses = [from.address, ...team].map((address) => address.toLowerCase());
  const reading = startInbox({ ctx, lockDb: lock.db, address: inbox, recipients: { addresses } });
  return async () => {
    await reading.stop();
    await lock.destroy();
  };
}
