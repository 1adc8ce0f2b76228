import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table team_members (
      id uuid primary key,
      name text not null,
      role text not null,
      photo_url text,
      sort_order integer not null default 0,
      is_published boolean not null default false,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3),
      constraint team_members_name check (name <> ''),
      constraint team_members_role check (role <> ''),
      constraint team_members_sort_order check (sort_order >= 0)
    );
    create index team_members_sort_order_idx on team_members (sort_order, id)
      where deleted_at is null;

    insert into table_versions (name) values ('team_members');
    create trigger team_members_version
      after insert or update or delete or truncate on team_members
      for each statement execute function bump_table_version();
    create trigger team_members_updated_at before update on team_members
      for each row execute function touch_updated_at();
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table team_members;
    delete from table_versions where name = 'team_members';
  `.execute(db);
}
