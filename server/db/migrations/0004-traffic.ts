import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table security_events (
      id bigint generated always as identity primary key,
      event_type text not null,
      ip_address inet not null,
      threat_score smallint not null,
      reasons jsonb not null default '[]',
      created_at timestamptz(3) not null default now(),
      constraint security_events_event_type check (event_type ~ '^[a-z0-9_]{1,64}$'),
      constraint security_events_threat_score check (threat_score between 0 and 100),
      constraint security_events_reasons check (jsonb_typeof(reasons) = 'array')
    );
    create index security_events_created_at_idx on security_events (created_at desc, id desc);
    create index security_events_event_type_created_at_idx
      on security_events (event_type, created_at desc);
    create index security_events_ip_address_created_at_idx
      on security_events (ip_address, created_at desc);

    -- The primary key, read backwards, also serves the newest-first list.
    create table ddos_request_logs (
      id bigint generated always as identity,
      created_at timestamptz(3) not null default now(),
      ip_address inet not null,
      endpoint text not null,
      response_status smallint not null,
      weight integer not null default 1,
      primary key (created_at, id),
      constraint ddos_request_logs_endpoint check (char_length(endpoint) <= 200),
      constraint ddos_request_logs_response_status check (response_status between 0 and 999),
      constraint ddos_request_logs_weight check (weight >= 1)
    ) partition by range (created_at);
    create table ddos_request_logs_default partition of ddos_request_logs default;

    create table ip_security_rules (
      id uuid primary key,
      ip_address cidr not null,
      rule_type text not null,
      reason text not null default '',
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3),
      created_by uuid references admin_users (id) on delete set null,
      constraint ip_security_rules_rule_type
        check (rule_type in ('blacklist', 'whitelist', 'suspicious')),
      constraint ip_security_rules_reason check (char_length(reason) <= 500),
      constraint ip_security_rules_blocked_range check (
        rule_type <> 'blacklist'
        or masklen(ip_address) >= case family(ip_address) when 4 then 16 else 32 end
      )
    );
    create index ip_security_rules_created_at_idx
      on ip_security_rules (created_at desc, id desc);
    create index ip_security_rules_ip_address_idx on ip_security_rules (ip_address);
    create index ip_security_rules_expires_at_idx on ip_security_rules (expires_at)
      where expires_at is not null;
    create index ip_security_rules_created_by_idx on ip_security_rules (created_by)
      where created_by is not null;

    insert into table_versions (name) values ('ip_security_rules');
    create trigger ip_security_rules_version
      after insert or update or delete or truncate on ip_security_rules
      for each statement execute function bump_table_version();
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table ip_security_rules, ddos_request_logs, security_events;
    delete from table_versions where name = 'ip_security_rules';
  `.execute(db);
}
