import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs, promisify } from 'node:util';
import { Client } from 'pg';
import { createDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { startTestPostgres } from '#tests/support/test-postgres.ts';

const ROOT = path.join(import.meta.dirname, '..');
const TYPES_FILE = 'server/db/types.ts';
const HEADER =
  '// Generated from the migrated database by `npm run types:database`. Do not edit.\n\n';

const { resolve } = createRequire(import.meta.url);

const union = (...values: string[]) => values.map((value) => `'${value}'`).join(' | ');

const GENERATED_ID = 'ColumnType<number, never, never>';
const ADMIN_ROLES = union('owner', 'member', 'auditor');
const GENERATED_TEXT = 'ColumnType<string, never, never>';

/** Columns that the database alone writes, lists of values held by a check, and JSON of a known shape. */
const COLUMN_TYPES = {
  'admin_invitations.role': ADMIN_ROLES,
  'admin_login_attempts.id': GENERATED_ID,
  'admin_users.role': ADMIN_ROLES,
  'contact_message_audit.action': union(
    'view',
    'detailed_view',
    'bulk_view',
    'update',
    'search',
    'export',
  ),
  'contact_message_audit.sequence': GENERATED_ID,
  'contact_messages.data_classification': `Generated<${union('public', 'internal', 'confidential', 'restricted')}>`,
  'contact_messages.search_text': GENERATED_TEXT,
  'contact_messages.status': `Generated<${union('new', 'read', 'responded')}>`,
  'conversation_entries.via': union('panel', 'mail', 'page', 'elsewhere'),
  'conversations.last_word': `Generated<${union('visitor', 'team')}>`,
  'conversations.next_step_on': 'string | null',
  'ddos_request_logs.id': GENERATED_ID,
  'ip_security_rules.rule_type': union('blacklist', 'whitelist', 'suspicious'),
  'order_attachments.status': `Generated<${union('staged', 'claimed', 'removing')}>`,
  'orders.search_text': GENERATED_TEXT,
  'orders.status': `Generated<${union('pending', 'new', 'in-progress', 'completed')}>`,
  'outbox_mails.status': `Generated<${union('pending', 'sent', 'failed', 'expired', 'bounced')}>`,
  'outbox_mails.transport': `${union('smtp', 'file')} | null`,
  'policy_versions.kind': union('terms', 'privacy'),
  'projects.results':
    'ColumnType<Record<"metric" | "before" | "after" | "howMeasured", string>[], string | undefined, string>',
  'public_claims.attested_on': 'string | null',
  'public_claims.mode': `Generated<${union('warn', 'computed')}>`,
  'public_claims.review_by': 'string | null',
  'public_claims.shown':
    'ColumnType<{ value: number; suffix?: string } | null, string | null | undefined, string | null>',
  'security_events.id': GENERATED_ID,
  'tracking_requests.kind': union('email', 'erasure', 'person-erasure', 'person-export'),
  'site_settings.office_hours':
    'Generated<{ timeZone: string; week: Record<"mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun", { from: string; to: string }[]>; exceptions: { from: string; to: string; name: string; open: { from: string; to: string }[] }[]; promisedMinutes: number }>',
  'site_settings.social_links': `Generated<Partial<Record<${union('twitter', 'linkedin', 'facebook', 'instagram', 'github')}, string>>>`,
};

async function withMigratedDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const server = await startTestPostgres();
  const name = `database_types_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: server.adminUrl });
  try {
    await admin.connect();
    await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
    try {
      const url = new URL(server.adminUrl);
      url.pathname = `/${name}`;
      const database = createDatabase({ connection: url.href, poolSize: 1 });
      try {
        await migrateToLatest(database.db);
      } finally {
        await database.destroy();
      }
      return await use(url.href);
    } finally {
      await admin.query(`drop database ${name} with (force)`);
    }
  } finally {
    await admin.end();
    await server.stop();
  }
}

async function generateTypes(url: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrin-types-'));
  try {
    const file = path.join(folder, 'types.ts');
    await promisify(execFile)(process.execPath, [
      path.join(path.dirname(resolve('kysely-codegen/package.json')), 'dist/cli/bin.js'),
      '--camel-case',
      '--dialect=postgres',
      `--url=${url}`,
      `--out-file=${file}`,
      '--exclude-pattern=kysely_*',
      `--type-mapping=${JSON.stringify({ int8: 'number' })}`,
      `--overrides=${JSON.stringify({ columns: COLUMN_TYPES })}`,
    ]);
    const generated = await readFile(file, 'utf8');
    return await format(
      HEADER +
        generated
          .replace(/^\/\*\*[\s\S]*?\*\/\s*/, '')
          .replaceAll(/^export interface (\w+) \{$/gm, 'export type $1 = {')
          .replaceAll(/^\}$/gm, '};'),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function format(source: string): Promise<string> {
  const formatter = spawn(
    process.execPath,
    [
      path.join(path.dirname(resolve('oxfmt/package.json')), 'bin/oxfmt'),
      `--stdin-filepath=${TYPES_FILE}`,
    ],
    { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  formatter.stdin.end(source);
  const formatted = await text(formatter.stdout);
  if (formatted === '') throw new Error('The generated types could not be formatted');
  return formatted;
}

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const file = path.join(ROOT, TYPES_FILE);
const generated = await withMigratedDatabase(generateTypes);

if (!options.check) {
  await writeFile(file, generated);
  process.stdout.write(`${TYPES_FILE} is written.\n`);
} else if ((await format(await readFile(file, 'utf8'))) === generated) {
  process.stdout.write(`${TYPES_FILE} fits the migrations.\n`);
} else {
  process.stderr.write(
    `${TYPES_FILE} does not fit the migrations: run \`npm run types:database\`.\n`,
  );
  process.exitCode = 1;
}
