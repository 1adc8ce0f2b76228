import type { ClientBase } from 'pg';

const OWN = ['kysely_migration', 'kysely_migration_lock', 'restore_steps'];

type TableColumns = { name: string; columns: string[]; bytes: number };

export async function readTableNames(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> all ($1) order by relname`,
    [OWN],
  );
  return rows.map(({ name }) => name);
}

export async function readIncludedTables(client: ClientBase): Promise<TableColumns[]> {
  const names = (await readTableNames(client)).filter(isIncluded);
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select source.relname as "from", target.relname as "to" from pg_constraint
     join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
     where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  const { rows } = await client.query<TableColumns>(
    `select relname as name, pg_table_size(pg_class.oid)::float8 as bytes,
       array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relname = any ($1)
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by pg_class.oid`,
    [names],
  );
  const found = new Map(rows.map((row) => [row.name, row]));
  return orderTables(names, references).flatMap((name) => found.get(name) ?? []);
}

export async function hasUnfinishedRestore(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('restore_steps') is not null as exists`,
  );
  return rows[0]?.exists === true;
}

export async function readMigrations(client: ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('kysely_migration') is not null as exists`,
  );
  if (!tables[0]?.exists) return [];
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  );
  return rows.map(({ name }) => name);
}

type Table = {
  table: string;
  /** False: excluded. Text: SQL condition of the included rows. */
  included: boolean | string;
  why: string;
};

/** Tables that are not listed here (of another version) are included. */
export const BACKUP_TABLES: readonly Table[] = [
  { table: 'admin_devices', included: true, why: 'known browsers keep the question away' },
  { table: 'admin_invitations', included: true, why: 'open links go on working' },
  { table: 'admin_login_attempts', included: true, why: 'a record' },
  { table: 'admin_login_challenges', included: false, why: 'sign-ins of the moment' },
  { table: 'admin_passkey_challenges', included: false, why: 'sign-ins of the moment' },
  { table: 'admin_passkeys', included: true, why: 'accounts' },
  { table: 'admin_recovery_codes', included: true, why: 'accounts' },
  { table: 'admin_sessions', included: false, why: 'a restore ends every session' },
  { table: 'admin_users', included: true, why: 'accounts' },
  { table: 'backup_runs', included: false, why: 'of the place that made them' },
  { table: 'blog_posts', included: true, why: 'content' },
  { table: 'clients', included: true, why: 'content' },
  { table: 'connections', included: true, why: 'settings, encrypted like authenticator secrets' },
  { table: 'contact_message_audit', included: true, why: 'a record' },
  { table: 'contact_messages', included: true, why: 'enquiries' },
  { table: 'conversation_entries', included: true, why: 'enquiries' },
  { table: 'conversations', included: true, why: 'enquiries' },
  { table: 'ddos_request_logs', included: false, why: 'large, and gone after 30 days' },
  { table: 'deferred_mails', included: true, why: 'mails that are still to be recorded' },
  { table: 'erasures', included: true, why: 'erased again after a restore' },
  { table: 'faqs', included: true, why: 'content' },
  { table: 'installation', included: true, why: 'a moved installation keeps its id' },
  { table: 'ip_security_rules', included: true, why: 'settings' },
  { table: 'lead_status_changes', included: true, why: 'enquiries' },
  { table: 'mail_inboxes', included: true, why: 'up to where a mailbox was read' },
  {
    table: 'order_attachments',
    included: "status = 'claimed'",
    why: 'those of enquiries; the others wait for an order or to be removed',
  },
  { table: 'orders', included: true, why: 'enquiries' },
  { table: 'outbox_mails', included: true, why: 'what was sent, and what is still to be' },
  { table: 'periodic_jobs', included: false, why: 'made again at the start' },
  { table: 'policy_versions', included: true, why: 'which text an order has accepted' },
  { table: 'projects', included: true, why: 'content' },
  { table: 'public_claims', included: true, why: 'settings' },
  { table: 'reply_templates', included: true, why: 'content' },
  { table: 'saved_filters', included: true, why: 'settings' },
  { table: 'secret_keys', included: true, why: 'tells another key from the right one' },
  { table: 'security_events', included: true, why: 'a record' },
  { table: 'site_content', included: true, why: 'content' },
  { table: 'site_settings', included: true, why: 'settings' },
  {
    table: 'table_versions',
    included: false,
    why: 'counted by the database from its own beginning',
  },
  { table: 'team_members', included: true, why: 'content' },
  { table: 'testimonials', included: true, why: 'content' },
  { table: 'tracking_link_requests', included: false, why: 'a limit of a day' },
  { table: 'tracking_requests', included: true, why: 'what visitors asked for' },
  { table: 'traffic_protection', included: true, why: 'settings' },
];

const INCLUDED = new Map(BACKUP_TABLES.map(({ table, included }) => [table, included]));

export function isIncluded(table: string): boolean {
  return INCLUDED.get(table) !== false;
}

export function includedRows(table: string): string {
  const included = INCLUDED.get(table);
  return typeof included === 'string' ? included : 'true';
}

export function orderTables(
  tables: readonly string[],
  references: readonly { from: string; to: string }[],
): string[] {
  const ordered: string[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const next = [...left].filter(
      (table) => !references.some(({ from, to }) => from === table && to !== table && left.has(to)),
    );
    if (next.length === 0) {
      throw new Error(`The tables ${[...left].join(', ')} refer to each other.`);
    }
    ordered.push(...next);
    for (const table of next) left.delete(table);
  }
  return ordered;
}
