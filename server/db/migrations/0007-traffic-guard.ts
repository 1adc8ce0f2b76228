import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table security_events
      add column samples jsonb not null default '[]',
      add constraint security_events_samples check (jsonb_typeof(samples) = 'array');

    -- One row: how the traffic guard acts, unless the configuration says otherwise.
    create table traffic_protection (
      id boolean primary key default true,
      mode text not null default 'on',
      changed_at timestamptz(3) not null default now(),
      changed_by uuid references admin_users (id) on delete set null,
      constraint traffic_protection_one_row check (id),
      constraint traffic_protection_mode check (mode in ('on', 'simulate', 'off'))
    );
    create index traffic_protection_changed_by_idx on traffic_protection (changed_by)
      where changed_by is not null;
    insert into traffic_protection default values;

    insert into table_versions (name) values ('traffic_protection');
    create trigger traffic_protection_version
      after insert or update or delete or truncate on traffic_protection
      for each statement execute function bump_table_version();
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table traffic_protection;
    delete from table_versions where name = 'traffic_protection';
    alter table security_events drop column samples;
  `.execute(db);
}
