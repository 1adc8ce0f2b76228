import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table connections (
      kind text primary key,
      sealed text not null,
      changed_by uuid references admin_users (id) on delete set null,
      changed_at timestamptz(3) not null default now()
    );
    create trigger connections_version after insert or delete or update or truncate on connections
      for each statement execute function bump_table_version();
    insert into table_versions (name) values ('connections');
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table connections;
    delete from table_versions where name = 'connections';
  `.execute(db);
}
