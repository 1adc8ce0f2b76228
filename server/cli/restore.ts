import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#server/core/config.ts';
import { createDatabase } from '#server/db/client.ts';
import { findRunningPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';
import { clusterOf, hasDatabase } from '#server/db/embedded-postgres/place.ts';
import { findOrphan } from '#server/db/embedded-postgres/postmaster.ts';
import { errorText, exists, readIfPresent, writePrivateFile } from '#server/lib/files.ts';
import { createProgressLine, describeBytes } from '#server/lib/progress.ts';
import {
  assertNoFiles,
  findBegunRestore,
  finishRestore,
  listOrphanedRehearsals,
  makeRehearsalFolder,
  parseLedger,
  type RehearsalReport,
  restoreBackup,
  type RestoreEnd,
  type RestoreFacts,
  type RestorePlace,
  type Verified,
  withVerified,
} from '#server/services/backup/index.ts';
import { padAuditKey } from '#server/core/audit-key.ts';
import { endCommand, UsageError } from './command.ts';
import { openPlace } from '#server/startup/open-place.ts';
import { DATABASE, type Opened, startOwnDatabase } from '#server/startup/command-database.ts';
import { prepareDataDir } from '#server/startup/data-dir.ts';
import { findRestoredKey } from '#server/startup/secret-key.ts';
import { createStorage } from '#server/storage/create-storage.ts';

const USAGE = `Usage: npm run restore -- [SOURCE] [--verify | --rehearse] [--erasures FILE] [--accept-broken-audit] [--accept-unencrypted] [--json]

Restores a backup into an empty place: a DATA_DIR without database, files and secrets; with DATABASE_URL an empty database, with S3_BUCKET an empty
bucket. The whole backup is read and compared with its hashes before anything is written. A restore that was interrupted goes on when it is run again.

  SOURCE                 a backup, or a folder (also s3://bucket/prefix), of which the newest is taken;
                         without one BACKUP_TARGET; to read only, also that of the back office
  --verify               read and compare only, write nothing
  --rehearse             read and compare, restore the database into a server of its own in a temporary folder, compare rows and audit, remove it
  --erasures FILE        the ledger of what was erased since; without it erasures.jsonl beside SOURCE, where there is one
  --accept-broken-audit  end the restore also when the audit does not verify
  --accept-unencrypted   with BACKUP_KEY, accept a backup that is not encrypted: nothing proves who made it

  --json                 say what was done as JSON, of a rehearsal

An encrypted backup needs its BACKUP_KEY. Every session has ended afterwards.

Exit codes: 0 done, 1 not done, 2 wrong usage.
`;

function openDatabase({ dataDir, databaseUrl }: Config): Promise<Opened> {
  if (databaseUrl === null) return startOwnDatabase(dataDir);
  return Promise.resolve({ connection: databaseUrl, close: () => Promise.resolve() });
}

async function findBegun(config: Config): Promise<boolean> {
  if (config.databaseUrl === null) {
    if (!(await hasDatabase(config.dataDir))) return false;
    const running = await findRunningPostgres({ dataDir: config.dataDir, database: DATABASE });
    if (running) return findBegunRestore(running);
  }
  const { connection, close } = await openDatabase(config);
  try {
    return await findBegunRestore(connection);
  } finally {
    await close();
  }
}

async function checkPlace(config: Config): Promise<void> {
  const { dataDir, s3 } = config;
  if (await findBegun(config)) return;
  const secrets = join(dataDir, 'secrets');
  if ((await exists(secrets)) && (await readdir(secrets)).length > 0) {
    throw new Error(`DATA_DIR (${dataDir}) is not empty: it has secrets.`);
  }
  if (s3 !== null || (await exists(join(dataDir, 'files')))) {
    await assertNoFiles(await createStorage(config));
  }
}

async function writeSecret(dataDir: string, name: string, content: Buffer): Promise<void> {
  const file = join(dataDir, 'secrets', name);
  const found = await readIfPresent(file);
  if (found === content.toString()) return;
  if (found !== undefined) throw new Error(`There is another key at ${file} already.`);
  await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
  await writePrivateFile(file, content.toString());
}

type Ending = { isBrokenAuditAccepted: boolean; ledger: string | null };

type Task = { config: Config; verified: Verified; ending: Ending; signal: AbortSignal };

type Restored = RestoreFacts & RestoreEnd & { took: string };

async function restoreInto(
  { connection, close }: Opened,
  place: Pick<RestorePlace, 'storage' | 'writeSecret'>,
  { config, verified, ending, signal }: Task,
): Promise<Restored> {
  const progress = createProgressLine(process.stderr, 'Restore');
  const { db, destroy } = createDatabase({
    connection,
    poolSize: 1,
    statementTimeoutMs: 0,
    applicationName: 'vitrin-restore',
  });
  try {
    const secrets = new Map<string, Buffer>();
    const { end, ...facts } = await restoreBackup(
      verified,
      {
        connection,
        db,
        storage: place.storage,
        async writeSecret(name, content) {
          secrets.set(name, content);
          await place.writeSecret(name, content);
        },
      },
      { key: config.backupKey, onProgress: progress.show, signal },
      async () =>
        finishRestore(db, {
          auditKey: padAuditKey(await findRestoredKey(db, config, 'audit-key', secrets)),
          trackKey: await findRestoredKey(db, config, 'track-key', secrets),
          header: verified.header,
          ...ending,
        }),
    );
    const took = progress.end();
    for (const problem of facts.problems) process.stderr.write(`Warning: ${problem}\n`);
    const more = facts.missingFiles - facts.problems.length;
    if (more > 0) process.stderr.write(`Warning: ${more} more files are missing or damaged\n`);
    return { ...facts, ...end, took };
  } finally {
    progress.end();
    await destroy();
    await close();
  }
}

async function restore(task: Task): Promise<string> {
  const { config } = task;
  await prepareDataDir(config.dataDir);
  // The restored database has its own id.
  await rm(join(config.dataDir, 'installation'), { force: true });
  const storage = await createStorage(config);
  const facts = await restoreInto(
    await openDatabase(config),
    { storage, writeSecret: (name, content) => writeSecret(config.dataDir, name, content) },
    task,
  );
  return [
    `Restored ${facts.rows} rows and ${facts.files} files in ${facts.took}${facts.isResumed ? ', the rest of a restore that was interrupted' : ''}.`,
    ...(facts.erasures === null ? [] : [facts.erasures]),
    facts.audit,
    'Every session has ended. npm start starts the site.',
  ].join('\n');
}

async function removeOrphanedRehearsals(): Promise<void> {
  for (const folder of await listOrphanedRehearsals()) {
    try {
      const isRunning = (await findOrphan(clusterOf(folder))) !== undefined;
      if (isRunning) await (await startOwnDatabase(folder)).close();
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      process.stderr.write(`Warning: ${folder} could not be removed: ${errorText(error)}\n`);
    }
  }
}

async function rehearse(task: Task): Promise<Restored> {
  await removeOrphanedRehearsals();
  const folder = await makeRehearsalFolder();
  try {
    return await restoreInto(
      await startOwnDatabase(folder),
      { storage: null, writeSecret: () => Promise.resolve() },
      task,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Only a holder of BACKUP_KEY can make a backup that it decrypts. */
function describeAuthenticity({ backupKey }: Config): string {
  return backupKey === null
    ? 'It is not encrypted, so nothing proves who made it.'
    : 'It is encrypted and authentic: it was made with BACKUP_KEY.';
}

function describeAuditHead({ auditHead }: Verified['header']): string {
  if (auditHead === null) return '';
  const { sequence, hash } = auditHead;
  return `\nIts audit ends at entry ${sequence}. Whether the installation still has it, says: npm run admin -- verify-audit --head ${sequence}:${hash}`;
}

async function run(argv: string[], signal: AbortSignal): Promise<string> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      verify: { type: 'boolean' },
      rehearse: { type: 'boolean' },
      erasures: { type: 'string' },
      json: { type: 'boolean' },
      'accept-broken-audit': { type: 'boolean' },
      'accept-unencrypted': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return USAGE.trimEnd();
  const [path, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError('Only one SOURCE is possible.');
  const configured = readConfig();
  if ('problems' in configured) throw new Error(configured.problems.join('\n'));
  const { config } = configured;
  if (values['accept-unencrypted']) config.backupKey = null;
  const isReadOnly = values.verify === true || values.rehearse === true;
  const source = await openPlace(config, path, isReadOnly);
  const archive = await source.open();
  const ledger =
    values.erasures === undefined
      ? await source.readLedger()
      : await readFile(values.erasures, 'utf8');
  if (ledger !== null) parseLedger(ledger);
  if (!isReadOnly) await checkPlace(config);
  const started = performance.now();
  const progress = createProgressLine(process.stderr, 'Verify');
  const options = { key: config.backupKey, onProgress: progress.show, signal };
  return withVerified(archive, options, async (verified) => {
    const { header, entries } = verified;
    const fine = `The backup is whole: ${entries} parts, ${describeBytes(archive.size)}, made at ${header.madeAt.slice(0, 19).replace('T', ' ')} UTC by version ${header.version} (${progress.end()}).`;
    if (values.verify)
      return `${fine}\n${describeAuthenticity(config)}${describeAuditHead(header)}`;
    process.stderr.write(`${fine}\n`);
    const ending = { isBrokenAuditAccepted: values['accept-broken-audit'] === true, ledger };
    const task = { config, verified, ending, signal };
    if (values.rehearse) {
      const { rows, files, missingFiles, problems, audit, isAuditIntact } = await rehearse(task);
      const ms = Math.round(performance.now() - started);
      const brokenAudit = isAuditIntact ? null : audit;
      const report = { rows, files, missingFiles, problems, brokenAudit, ms };
      return values.json
        ? JSON.stringify(report satisfies RehearsalReport)
        : `Restored ${rows} rows, and compared ${files} files. ${audit} All of it was removed again.`;
    }
    return restore(task);
  }).finally(progress.end);
}

await endCommand(run, USAGE);
