import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { padAuditKey } from '#server/core/audit-key.ts';
import { UsageError } from './command.ts';
import {
  commandLog,
  missingInstallation,
  openCommandDatabase,
} from '#server/startup/command-database.ts';
import { type Config, readConfig } from '#server/core/config.ts';
import { createDatabase } from '#server/db/client.ts';
import {
  listRevertible,
  migrateDown,
  migrateToLatest,
  readAppliedMigrations,
} from '#server/db/migrate.ts';
import { SECRET_KEYS } from '#server/services/secret-keys/index.ts';
import type { DB } from '#server/db/types.ts';
import { COMMAND_LINE, NO_CLIENT, type ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import {
  createAdmin,
  disableAdmin,
  listAdmins,
  type NewCredentials,
  resetPassword,
  setRole,
} from '#server/services/accounts/index.ts';
import { makeBackupKey } from '#server/services/backup/index.ts';
import { storeProtectionMode } from '#server/services/traffic-protection/index.ts';
import { GENERATED_PASSWORD_HINT } from '#shared/admin-account/messages.ts';
import { ADMIN_ROLES } from '#shared/admin-users/values.ts';
import { personQuerySchema } from '#shared/persons/admin-schema.ts';
import { openResources } from '#server/startup/resources.ts';
import { findForeignDataDir } from '#server/startup/data-dir.ts';
import { loadSecretKey, replaceSecretKey } from '#server/startup/secret-key.ts';
import { parseRange } from '#server/traffic/address-range.ts';
import { dataCommands, type DataTools } from './data-commands.ts';
import { liftBlocks, type LiftedBlock } from '#server/traffic/ways-back.ts';

export const ADMIN_USAGE = `Usage: npm run admin -- COMMAND

  create NAME [--password-stdin]          make an administrator
  reset-password NAME [--password-stdin]  set a new password, end every session, let a disabled administrator in again
  disable NAME                            keep an administrator out and end every session
  list                                    show all administrators with their roles
  set-role NAME owner|member|auditor      give an administrator another role and end every session
  make-backup-key                         print a new BACKUP_KEY; needs no installation
  verify-audit [--file FILE] [--head N:HASH]
                                          check that no entry of the contact audit was changed or removed, or of a file that
                                          was handed over, or that it still has the end of an earlier day
  export-audit                            write the whole contact audit with its proof to a file in this folder
  export-person ADDRESS                   write everything about an e-mail address to an archive (tar) in this folder
  erase-person ADDRESS [--yes]            erase everything about an e-mail address that is not on legal hold
  export-erasures FILE                    write the ledger of erasures, which holds none of the data
  replay-erasures FILE                    erase again what a ledger names, after a backup was restored
  unblock-ip ADDRESS                      remove every blacklist rule that covers an address or range
  protection on|simulate|off              let the traffic guard act, only score and log, or rest
  replace-key NAME [--yes]                make a new audit-key, totp-key or track-key (or take the one that is set) where the former one
                                          is lost; the application must not run
  migrate-down N [--yes]                  undo the newest N migrations, for an earlier version; the application must not run

Without --password-stdin a password is generated and printed once. With it, the password is the first line of the
standard input (12 to 72 bytes). Works while the application runs and while it does not.

Exit codes: 0 done, 1 not done, 2 wrong usage.
`;

const APPLICATION_NAME = 'vitrin-admin';
const MAX_INPUT_BYTES = 1_024;

type Tools = DataTools & { readPassword: () => Promise<string | null>; config: Config };

type Command = (db: Kysely<DB>, argument: string, tools: Tools) => Promise<string>;

const NAME_AND_ROLE = new RegExp(`^(\\S+) (${ADMIN_ROLES.join('|')})$`);

const SCHEMA_COMMANDS = new Set(['migrate-down']);
const ASKING_COMMANDS = new Set(['migrate-down', 'erase-person', 'replace-key']);
const NAMELESS = new Set(['list', 'verify-audit', 'export-audit']);
const PROTECTION_MEANINGS = {
  on: 'hostile addresses are blocked',
  simulate: 'it scores and logs, and refuses nobody',
  off: 'every address is let in',
};
const KEY_NAME = z.enum(SECRET_KEYS);
const MODE = z.enum(['on', 'simulate', 'off']);
const EMAIL = ['one e-mail address', personQuerySchema.shape.email] as const;
const FILE = ['the path of one file', z.string().min(1)] as const;
const ARGUMENTS = new Map<string, readonly [what: string, schema: z.ZodType]>([
  [
    'unblock-ip',
    ['one IP address or range', z.string().refine((text) => parseRange(text) !== null)],
  ],
  ['set-role', ['a name and a role: owner, member or auditor', z.string().regex(NAME_AND_ROLE)]],
  ['export-person', EMAIL],
  ['erase-person', EMAIL],
  ['export-erasures', FILE],
  ['replay-erasures', FILE],
  ['replace-key', [`one key: ${SECRET_KEYS.join(', ')}`, KEY_NAME]],
  ['protection', ['one mode: on, simulate or off', MODE]],
  ['migrate-down', ['a number from 1 to 99', z.string().regex(/^[1-9]\d?$/)]],
]);
const PASSWORDLESS = new Set([...NAMELESS, ...ARGUMENTS.keys(), 'disable']);

async function readFirstLine(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size > MAX_INPUT_BYTES) throw new ServiceError('VALIDATION', 'The password is too long.');
  }
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
}

function describe(done: string, { generatedPassword }: NewCredentials): string {
  return generatedPassword === null
    ? done
    : `${done}\nPassword (shown only this once): ${generatedPassword}\n${GENERATED_PASSWORD_HINT}`;
}

const commands: Record<string, Command> = {
  ...dataCommands,
  async create(db, username, { readPassword }) {
    const created = await createAdmin(db, { username, password: await readPassword() });
    return describe(`Made the administrator ${created.username}.`, created);
  },
  async 'reset-password'(db, username, { readPassword }) {
    const changed = await resetPassword(db, { username, password: await readPassword() });
    return describe(`Set a new password for ${changed.username} and ended every session.`, changed);
  },
  async disable(db, username) {
    const { username: name, activeAdmins, activeOwners } = await disableAdmin(db, username);
    let warning = '';
    if (activeAdmins === 0) {
      warning =
        '\nNo active administrator is left: nobody can sign in until you make or reset one.';
    } else if (activeOwners === 0) {
      warning = '\nNo active owner is left: make one, or give somebody the role with set-role.';
    }
    return `Disabled ${name} and ended every session.${warning}`;
  },
  async list(db) {
    const admins = await listAdmins(db);
    if (admins.length === 0) return 'There is no administrator.';
    return admins
      .map(({ username, role, isActive, createdAt, lastLoginAt }) =>
        [
          username.padEnd(24),
          (isActive ? 'active' : 'disabled').padEnd(10),
          role.padEnd(8),
          `made ${createdAt.slice(0, 10)}`,
          lastLoginAt === null
            ? 'never signed in'
            : `last sign-in ${lastLoginAt.slice(0, 16).replace('T', ' ')} UTC`,
        ].join('  '),
      )
      .join('\n');
  },
  async 'set-role'(db, text) {
    const [, username = '', role] = NAME_AND_ROLE.exec(text) ?? [];
    const known = ADMIN_ROLES.find((one) => one === role) ?? 'auditor';
    const { username: name } = await setRole(db, { username, role: known });
    return `${name} is now ${known === 'member' ? 'a' : 'an'} ${known}; every session has ended.`;
  },
  async 'unblock-ip'(db, address) {
    const lifted = await liftBlocks(db, address, new Date());
    if (lifted.length === 0) throw new Error(`No blacklist rule in force covers ${address}.`);
    const rules = lifted.length === 1 ? 'rule' : 'rules';
    return [
      `Removed ${lifted.length} blacklist ${rules} that covered ${address}:`,
      ...lifted.map(describeLifted),
    ].join('\n');
  },
  async 'migrate-down'(db, text, { confirm }) {
    const steps = Number(text);
    const names = await listRevertible(db, steps);
    await requireStopped(db);
    const question = `This undoes ${names.join(', ')}: what only these tables and columns hold is lost. Make a backup first.`;
    if (!(await confirm(question))) throw new Error(`${question}\nNothing was done: add --yes.`);
    await migrateDown(db, steps);
    return `Undid ${names.join(', ')}. The next start of this version brings them back; start the earlier one instead.`;
  },
  async 'replace-key'(db, text, { config, confirm }) {
    await requireStopped(db);
    const question = `This gives up the former ${text}: what only it could read or verify is lost.`;
    if (!(await confirm(question))) throw new Error(`${question}\nNothing was done: add --yes.`);
    const name = KEY_NAME.parse(text);
    return `Replaced the ${name}. ${await replaceSecretKey(db, config, name)}`;
  },
  async protection(db, text, { config: { protection: configuredProtection } }) {
    const mode = MODE.parse(text);
    await db
      .transaction()
      .execute((tx) => storeProtectionMode(tx, { mode, now: new Date(), by: null }));
    const done = `Set the protection to ${mode}: ${PROTECTION_MEANINGS[mode]}.`;
    return configuredProtection === null
      ? done
      : `${done}\nPROTECTION=${configuredProtection} in the environment wins over it: the application acts as ${configuredProtection} until it is started without that.`;
  },
};

async function requireStopped(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and application_name like 'vitrin%' and application_name <> ${APPLICATION_NAME}
  `.execute(db);
  if ((rows[0]?.count ?? 0) === 0) return;
  throw new Error('The application is running on this database. Stop it first.');
}

function describeLifted({ range, reason, expiresAt }: LiftedBlock): string {
  const end = expiresAt
    ? `until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : 'without an end';
  return `  ${range}  ${end}  ${reason}`.trimEnd();
}

async function openContext(config: Config, db: Kysely<DB>): Promise<ServiceContext> {
  const log = commandLog();
  return {
    ...(await openResources(db, config, log)),
    db,
    log,
    actor: COMMAND_LINE,
    requestId: 'command-line',
    client: NO_CLIENT,
  };
}

async function askAtTerminal(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${question}\nType yes to go on: `)).trim() === 'yes';
  } finally {
    terminal.close();
  }
}

export async function runAdmin(argv: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      'password-stdin': { type: 'boolean' },
      yes: { type: 'boolean' },
      file: { type: 'string' },
      head: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [name = '', ...given] = positionals;
  const [argument, ...rest] = name === 'set-role' ? [given.join(' ')] : given;
  if (values.help) return ADMIN_USAGE.trimEnd();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name === 'make-backup-key' && given.length === 0) return makeBackupKey();
  if (!command) throw new UsageError(name ? `Unknown command: ${name}` : 'A command is missing.');
  const isNameless = NAMELESS.has(name);
  const [what, schema] = ARGUMENTS.get(name) ?? ['one name', z.string()];
  if (isNameless && argument !== undefined) throw new UsageError(`${name} takes no name.`);
  if (!isNameless && (rest.length > 0 || !schema.safeParse(argument).success)) {
    throw new UsageError(`${name} takes ${what}.`);
  }
  if (values['password-stdin'] && PASSWORDLESS.has(name)) {
    throw new UsageError(`${name} takes no password.`);
  }
  const configured = readConfig(environment);
  if ('problems' in configured) throw new Error(configured.problems.join('\n'));
  if (values.yes && !ASKING_COMMANDS.has(name)) throw new UsageError(`${name} takes no --yes.`);
  if ((values.file ?? values.head) !== undefined && name !== 'verify-audit') {
    throw new UsageError(`${name} takes no --file and no --head.`);
  }
  const { config } = configured;
  const { dataDir, databaseUrl } = config;

  const { connection, close } = await openCommandDatabase(dataDir, databaseUrl);
  const { db, destroy } = createDatabase({
    connection,
    poolSize: 1,
    applicationName: APPLICATION_NAME,
  });
  try {
    if ((await readAppliedMigrations(db)).length === 0) {
      throw missingInstallation(databaseUrl === null ? `DATA_DIR (${dataDir})` : 'DATABASE_URL');
    }
    if (!SCHEMA_COMMANDS.has(name)) {
      await migrateToLatest(db);
      const foreign = await findForeignDataDir(db, dataDir);
      if (foreign !== null) throw new Error(foreign);
    }
    return await command(db, argument ?? '', {
      readPassword: async () => (values['password-stdin'] ? readFirstLine() : null),
      readAuditKey: async () => padAuditKey(await loadSecretKey(db, config, 'audit-key')),
      config,
      file: values.file ?? null,
      head: values.head ?? null,
      readTrackKey: () => loadSecretKey(db, config, 'track-key'),
      openContext: (opened) => openContext(config, opened),
      confirm: async (question) => values.yes === true || askAtTerminal(question),
    });
  } finally {
    await destroy();
    await close();
  }
}
