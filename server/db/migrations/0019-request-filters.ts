import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Of the back office of somebody who was signed in.
    alter table ddos_request_logs add column is_admin boolean not null default false;
    create index ddos_request_logs_visitors_idx on ddos_request_logs (created_at, id)
      where not is_admin;
    create index ddos_request_logs_ip_address_idx on ddos_request_logs (ip_address, created_at, id);
    create index ddos_request_logs_response_status_idx
      on ddos_request_logs (response_status, created_at, id);

    alter table security_events
      add column acknowledged_at timestamptz(3),
      add column acknowledged_by uuid references admin_users (id) on delete set null,
      add constraint security_events_acknowledged
        check (acknowledged_by is null or acknowledged_at is not null);
    create index security_events_acknowledged_by_idx on security_events (acknowledged_by)
      where acknowledged_by is not null;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table security_events drop column acknowledged_by, drop column acknowledged_at;
    alter table ddos_request_logs drop column is_admin;
    drop index ddos_request_logs_ip_address_idx, ddos_request_logs_response_status_idx;
  `.execute(db);
}
