import { type Kysely, sql } from 'kysely';
import type { Config } from '#server/core/config.ts';
import { createDatabase } from '#server/db/client.ts';
import { findForeignMigrations } from '#server/db/contractions.ts';
import { readSchemaState } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations/index.ts';
import type { DB } from '#server/db/types.ts';
import { errorText } from '#server/lib/files.ts';
import { describeBytes } from '#server/lib/progress.ts';
import { LIMITS } from '#server/core/limits.ts';
import { checkMailbox } from '#server/mail/inbox/mailbox.ts';
import { createMailer, type Mailer } from '#server/mail/mailer.ts';
import {
  type Connections,
  resolveBackup,
  resolveMail,
} from '#server/services/connections/index.ts';
import { probeTarget } from '#server/services/backup/index.ts';
import {
  checkCachedMailDns,
  describeGoLive,
  listGoLiveChecks,
} from '#server/services/setup/index.ts';
import { readContent } from '#server/services/site-content/index.ts';
import { readSystemState } from '#server/services/dashboard/index.ts';
import { openCommandDatabase } from '#server/startup/command-database.ts';
import { describeUnreadFiles, UNREAD_FILES_ADVICE } from '#server/startup/start-checks.ts';
import { checkStore, createStorage } from '#server/storage/create-storage.ts';
import {
  adviseFileFailure,
  adviseMailFailure,
  type Finding,
  ok,
  problem,
  warning,
} from './finding.ts';
import { readStored } from '#server/startup/open-place.ts';
import { isLoopback } from './check-configuration.ts';
import { checkBelonging } from './check-secrets.ts';
import { checkServers } from './check-servers.ts';

const POOL = 4;
const TIMEOUT_MS = 10_000;
/** Authenticator codes change every 30 s; one before and one after is accepted. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000;
const CLOCK_TOLERANCE_MS = 2_000;

type Rest = (db: Kysely<DB>) => Promise<Finding[]>;

export async function checkInstallation(
  config: Config,
  isRunning: boolean,
  rest: Rest,
): Promise<Finding[]> {
  const opened = await openCommandDatabase(config.dataDir, config.databaseUrl).catch(
    (error: unknown) => errorText(error),
  );
  if (typeof opened === 'string') {
    const advice =
      'npm start makes a new installation; for an existing one check DATA_DIR and DATABASE_URL.';
    const ownership = await adviseFileFailure(opened, config.dataDir);
    return [problem(ownership === null ? 'Database' : 'Files', opened, ownership ?? advice)];
  }
  const { db, destroy } = createDatabase({
    connection: opened.connection,
    poolSize: POOL,
    responseTimeoutMs: TIMEOUT_MS,
    applicationName: 'vitrin-doctor',
  });
  try {
    const schema = await checkSchema(db);
    if (schema.some(({ level }) => level === 'problem')) return schema;
    const isUpToDate = schema.every(({ level }) => level === 'ok');
    const stored = isUpToDate ? await readStored(config, db) : {};
    const parts = await Promise.all([
      isUpToDate ? checkBelonging(config, db) : [],
      checkClock(db),
      checkCollation(db),
      config.databaseUrl === null ? [] : checkOwner(db),
      checkServers(config),
      checkFiles(config),
      isUpToDate ? checkState(config, db, { isRunning, stored }) : [],
      checkBackupTarget(config, stored),
      rest(db),
    ]);
    return [...schema, ...parts.flat()];
  } catch (error) {
    const text = errorText(error);
    const advice = await adviseFileFailure(text, config.dataDir);
    if (advice !== null) return [problem('Files', text, advice)];
    return [problem('Database', text, 'Is it running, and DATABASE_URL right?')];
  } finally {
    await destroy();
    await opened.close();
  }
}

async function checkSchema(db: Kysely<DB>): Promise<Finding[]> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version
  `.execute(db);
  const { names: applied, isRestoring } = await readSchemaState(db);
  // Checked first: a partial restore looks like an empty or a complete database.
  if (isRestoring) {
    const text = 'A restore was begun here and has not ended: the application does not start.';
    const advice =
      'Unless it still runs, run the same npm run restore again: it goes on where it stopped.';
    return [problem('Database', text, advice)];
  }
  const version = `PostgreSQL ${rows[0]?.version ?? ''}`;
  if (applied.length === 0) {
    const text = `${version}, without an installation.`;
    return [problem('Database', text, 'npm start makes its tables.')];
  }
  const foreign = findForeignMigrations(applied);
  if (foreign.length > 0) {
    const text = `It is newer than this program: ${foreign.join(', ')}.`;
    const advice = 'Start the newer version; the way back is in docs/operations.md.';
    return [problem('Database', text, advice)];
  }
  const newer = applied.filter((name) => !(name in migrations)).length;
  const known = ok(
    'Database',
    `${version}, ${applied.length} migrations${newer > 0 ? `, ${newer} of them of a newer version` : ''}.`,
  );
  const pending = Object.keys(migrations).length + newer - applied.length;
  if (pending === 0) return [known];
  const text = `${pending} migrations of this version have not run.`;
  return [known, warning('Database', text, 'Make a backup; the next start runs them.')];
}

async function checkOwner(db: Kysely<DB>): Promise<Finding[]> {
  const { rows } = await sql<{ mayAlter: boolean }>`
    select bool_or(pg_has_role(relowner, 'member')) as may_alter from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
  `.execute(db);
  const advice = 'Give them another owner: docs/operations.md#a-separate-owner-for-the-tables.';
  return rows[0]?.mayAlter === true
    ? [warning('Database', 'The role of DATABASE_URL may alter or drop the tables.', advice)]
    : [ok('Database', 'The role of DATABASE_URL does not own the tables.')];
}

async function checkClock(db: Kysely<DB>): Promise<Finding[]> {
  const asked = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const received = Date.now();
  const there = rows[0]?.now.getTime() ?? 0;
  const difference = Math.max(asked - there, there - received, 0);
  const seconds = (difference / 1_000).toFixed(1);
  if (difference <= CLOCK_TOLERANCE_MS) {
    return [ok('Clock', `${seconds} s from that of the database.`)];
  }
  const text = `This machine and its database are ${seconds} s apart.`;
  const advice = 'Turn time synchronisation on, on both (timedatectl set-ntp true).';
  const isTooMuch = difference > MAX_CLOCK_DIFFERENCE_MS;
  return [isTooMuch ? problem('Clock', text, advice) : warning('Clock', text, advice)];
}

async function checkFiles(config: Config): Promise<Finding[]> {
  const isOnDisk = config.s3 === null;
  try {
    await checkStore(await createStorage(config));
    const place = isOnDisk ? 'the disk' : 'S3';
    const unread = await describeUnreadFiles(config);
    return [
      ok('Files', `Wrote, read and removed a file on ${place}.`),
      ...(unread === null ? [] : [warning('Files', unread, UNREAD_FILES_ADVICE)]),
    ];
  } catch (error) {
    const text = errorText(error);
    const said = isOnDisk ? await adviseFileFailure(text, config.dataDir) : null;
    const advice = isOnDisk
      ? 'Check owner and rights of DATA_DIR/files.'
      : 'Check S3_ENDPOINT, S3_BUCKET and the rights of its key.';
    return [problem('Files', `${isOnDisk ? 'the disk' : 'S3'}: ${text}`, said ?? advice)];
  }
}

async function checkState(
  config: Config,
  db: Kysely<DB>,
  { isRunning, stored }: { isRunning: boolean; stored: Connections },
): Promise<Finding[]> {
  const mail = resolveMail(config.mail, stored, config.backupTarget);
  const mailer = await createMailer({ ...config, mail }, () => '');
  try {
    const [storage, findings] = await Promise.all([createStorage(config), checkMail(mailer, db)]);
    const state = await readSystemState({ db, storage, now: () => new Date() }, mailer);
    return [
      ...findings,
      ...(await checkGoLive(config, mailer, db)),
      ...describeState(state, isRunning),
    ];
  } finally {
    mailer.close();
  }
}

async function checkMail(mailer: Mailer, db: Kysely<DB>): Promise<Finding[]> {
  const { inbox } = mailer;
  const [outward, inward] = await Promise.all([
    mailer.verify(),
    inbox === null ? null : checkMailbox(inbox),
  ]);
  const findings: Finding[] = [];
  if (outward !== null) {
    findings.push(problem('Mail', outward, adviseMailFailure(outward, 'SMTP_URL')));
  } else if (mailer.transport === 'file') {
    const text = 'Mails become files in DATA_DIR/outbox: nobody gets any.';
    findings.push(
      warning(
        'Mail',
        text,
        'Connect a mail server in the back office (Company, Connections), or set SMTP_URL and MAIL_FROM.',
      ),
    );
  } else findings.push(ok('Mail', 'The mail server accepts the sign-in.'));
  if (inward !== null) {
    const text = `The mailbox for answers: ${inward}`;
    findings.push(problem('Mail', text, adviseMailFailure(inward, 'IMAP_URL')));
  } else if (inbox !== null) findings.push(ok('Mail', 'The mailbox for answers can be read.'));
  const { email } = await readContent(db, 'company');
  const records = await checkCachedMailDns({ ...mailer, sender: mailer.from.address || email });
  return [...findings, ...records.map((record) => ({ area: 'Mail' as const, ...record }))];
}

type State = Awaited<ReturnType<typeof readSystemState>>;

/** The list of the back office. A public site that still shows the sample company has a problem. */
async function checkGoLive(config: Config, mailer: Mailer, db: Kysely<DB>): Promise<Finding[]> {
  const { publicUrl, isPublicUrlGiven } = config;
  const checks = await listGoLiveChecks({ db, now: () => new Date() }, { publicUrl, mailer });
  const isPublic = isPublicUrlGiven && !isLoopback(new URL(publicUrl).hostname);
  // Reported with the findings about mail.
  const isReported = ({ name }: { name: string }) => name === 'spf' || name === 'dkim';
  return checks
    .filter((check) => !check.isDone && !isReported(check))
    .map((check) => {
      const { text, advice } = describeGoLive(check);
      const isSample = check.name === 'company' && check.detail !== '';
      return (isPublic && isSample ? problem : warning)('Go live', text, advice);
    });
}

function* describeState(state: State, isRunning: boolean): Generator<Finding> {
  const { freeBytes, mails } = state;
  if (state.isWritable) {
    yield ok('Database', `It takes writes; ${describeBytes(state.databaseBytes)}.`);
  } else {
    const advice = 'Is it a standby, read-only or full? DATABASE_URL must lead to the primary.';
    yield problem('Database', 'It takes no writes.', advice);
  }
  const { invalidSettings } = state;
  if (invalidSettings.length > 0) {
    const text = `Stored values that are not valid are replaced by defaults: ${invalidSettings.join(', ')}.`;
    yield problem('Configuration', text, 'Check and save them in the back office.');
  }
  if (freeBytes === null) {
    yield problem('Disk', 'The free space cannot be read.', 'Check DATA_DIR.');
  } else if (state.isDiskLow) {
    const text = `${describeBytes(freeBytes)} are free; below ${describeBytes(LIMITS.minFreeDisk)} files are turned away.`;
    yield problem('Disk', text, 'Make room on the disk of DATA_DIR.');
  } else yield ok('Disk', `${describeBytes(freeBytes)} are free.`);
  if (mails.isOverdue) {
    const text = `${mails.pending} mails wait, the oldest for ${mails.oldestMinutes} minutes: ${mails.lastError ?? 'nobody sends'}`;
    yield problem('Mail', text, 'Look at /admin/mails.');
  }
  if (mails.failed > 0) {
    const text = `${mails.failed} mails of the last days failed or came back.`;
    yield warning('Mail', text, 'Look at /admin/mails; they can be sent again.');
  }
  const { failingJobs, webhookError } = state;
  if (webhookError !== null) {
    const text = `Reminders for the webhook wait: ${webhookError}.`;
    yield problem('Mail', text, 'Check NOTIFY_WEBHOOK_URL.');
  }
  if (failingJobs === null) {
    const text = 'None has ever run.';
    yield warning('Jobs', text, 'Start the application (npm start) once.');
  } else if (failingJobs.length > 0) {
    const text = `They failed and are tried again: ${failingJobs.join(', ')}.`;
    yield warning('Jobs', text, 'The log says why (part: jobs).');
  } else if (isRunning && state.hasLateJobs) {
    const text = 'Some are due for 15 minutes, and nobody takes them up.';
    yield problem('Jobs', text, 'Restart the application; the log says what stopped them.');
  } else yield ok('Jobs', 'None has failed.');
  yield* describeBackup(state.backup);
}

async function checkBackupTarget(config: Config, stored: Connections): Promise<Finding[]> {
  const target = resolveBackup(config, stored);
  if (target === null) return [];
  const { place, access } = target;
  try {
    await probeTarget(place, access);
    return [ok('Backup', `Wrote, read and removed a file at ${place}.`)];
  } catch (error) {
    const text = errorText(error);
    const advice = await adviseFileFailure(text, place);
    const other =
      'Check the rights of its key, and BACKUP_TARGET or the bucket in the back office.';
    return [problem('Backup', `${place} cannot be used: ${text}.`, advice ?? other)];
  }
}

function* describeBackup(backup: State['backup']): Generator<Finding> {
  if (backup === null) {
    const text = 'None is made by night.';
    const advice = 'Enter a bucket in the back office, or set BACKUP_TARGET; set BACKUP_KEY.';
    yield warning('Backup', text, advice);
    return;
  }
  const { restoredAt, error, isLate, missingFiles } = backup;
  const last =
    restoredAt === null ? 'None was ever restored' : `The last was restored ${restoredAt}`;
  if (error !== null || isLate) {
    const text = `${last}: ${error ?? 'it is late'}.`;
    yield problem('Backup', text, 'Check the target of backups and the log (backup).');
  } else yield ok('Backup', `${last}, to see that it can be.`);
  if (missingFiles > 0) {
    const text = `The store has lost ${missingFiles} files of enquiries.`;
    yield problem('Backup', text, 'Restore an earlier backup elsewhere and copy them.');
  }
}

export async function checkCollation(db: Kysely<DB>): Promise<Finding[]> {
  const { rows } = await sql<{ isSearchRight: boolean; isWide: boolean }>`
    select fold_search_text('IŞIK') = 'isik' and fold_search_text('INFO') = 'info' as is_search_right,
      fold_search_text('ЖŠ') = 'жs' as is_wide
  `.execute(db);
  const [row] = rows;
  if (!row?.isSearchRight) {
    const text =
      'Searches and comparisons of addresses miss capital letters: its collation has other rules.';
    return [problem('Database', text, 'Restart the application, which runs pending migrations.')];
  }
  if (row.isWide) return [ok('Database', 'Searches and addresses ignore case.')];
  const text =
    'Searches ignore case for Latin letters of Western Europe and Turkish only: its collation knows no others.';
  const advice = 'Restore a backup into a database created with a UTF-8 locale, such as C.UTF-8.';
  return [warning('Database', text, advice)];
}
