import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDatabase } from '#server/db/client.ts';
import { readConfig } from '#server/core/config.ts';
import { readIfPresent } from '#server/lib/files.ts';
import { createProgressLine, describeBytes } from '#server/lib/progress.ts';
import { readVersion } from '#server/lib/version.ts';
import {
  type BackupReport,
  makeBackup,
  saveLedger,
  type Target,
} from '#server/services/backup/index.ts';
import { endCommand, UsageError } from './command.ts';
import { openPlace } from '#server/startup/open-place.ts';
import { openCommandDatabase } from '#server/startup/command-database.ts';
import { SECRET_KEYS } from '#server/services/secret-keys/index.ts';
import { createStorage } from '#server/storage/create-storage.ts';

const USAGE = `Usage: npm run backup -- [TARGET] [--list | --remove NAME | --ledger] [--json]

Writes database, files and secrets into one archive, as they are at this moment; while the application runs and while it does not.

  TARGET  a file that does not exist, or a folder (existing, or with / at the end), where the archive is named by its moment;
          or s3://bucket/prefix with the S3_ settings, named in the same way unless it ends with .tar or .tar.age;
          without one that of BACKUP_TARGET or of the back office

  --list         print the names of the backups in the folder, make none
  --remove NAME  remove that one, make none
  --ledger       write the ledger of erasures beside them, make none
  --json         say what was done as JSON

It is encrypted when BACKUP_KEY is set, and private (mode 0600) in any case. Files of AUDIT_KEY, TOTP_KEY and TRACK_KEY are in it, what the
environment sets is not. npm run restore -- TARGET --verify reads it again.

Exit codes: 0 done, 1 not done, 2 wrong usage.
`;

async function readSecrets(dataDir: string): Promise<Map<string, Buffer>> {
  const secrets = new Map<string, Buffer>();
  for (const name of SECRET_KEYS) {
    const text = await readIfPresent(join(dataDir, 'secrets', name));
    if (text !== undefined) secrets.set(name, Buffer.from(text));
  }
  return secrets;
}

async function remove(target: Target, name: string): Promise<string> {
  if (!(await target.list()).includes(name)) throw new Error(`There is no backup ${name}.`);
  await target.remove(name);
  return `Removed ${name}.`;
}

async function run(argv: string[], signal: AbortSignal): Promise<string> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      remove: { type: 'string' },
      ledger: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return USAGE.trimEnd();
  const [path, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError('Only one TARGET is possible.');
  const configured = readConfig();
  if ('problems' in configured) throw new Error(configured.problems.join('\n'));
  const { config } = configured;
  const { dataDir, backupKey: key } = config;
  const target = await openPlace(config, path);
  const say = (done: string | string[]) =>
    values.json ? JSON.stringify(done) : [done].flat().join('\n');
  if (values.list) return say(await target.list());
  if (values.remove !== undefined) return say(await remove(target, values.remove));
  const { connection, close } = await openCommandDatabase(dataDir, config.databaseUrl);
  const started = performance.now();
  const progress = createProgressLine(process.stderr, 'Backup');
  try {
    const pool = { connection, poolSize: 1, applicationName: 'vitrin-backup' };
    const writeLedger = () => withDatabase(pool, (db) => saveLedger(db, target));
    // Written first, so that an unusable target leaves no archive.
    await writeLedger();
    if (values.ledger) return say('Wrote the ledger of erasures.');
    const storage = await createStorage(config);
    const source = {
      connection,
      storage,
      secrets: await readSecrets(dataDir),
      version: readVersion(),
    };
    let written = { place: '', size: 0 };
    const facts = await makeBackup(
      source,
      { key, onProgress: progress.show },
      async (bytes, now) => {
        written = await target.write(bytes, { now, isEncrypted: key !== null, signal });
      },
    );
    await writeLedger();
    const took = progress.end();
    for (const problem of facts.problems) process.stderr.write(`Warning: ${problem}\n`);
    const rows = facts.header.tables.reduce((sum, table) => sum + table.rows, 0);
    if (values.json) {
      const ms = Math.round(performance.now() - started);
      return JSON.stringify({ ...written, rows, files: facts.files, ms } satisfies BackupReport);
    }
    return [
      `Backup: ${written.place}`,
      `${describeBytes(written.size)}${key === null ? ', not encrypted' : ''}, of ${rows} rows and ${facts.files} files (${describeBytes(facts.fileBytes)}), in ${took}.`,
    ].join('\n');
  } finally {
    progress.end();
    await close();
  }
}

await endCommand(run, USAGE);
