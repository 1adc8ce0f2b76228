import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Makes the partition of the request log for a day of UTC and moves that day's rows into it; false where it exists.
    create function make_log_partition(day date) returns boolean
      language plpgsql security definer as $$
    declare
      name text := 'ddos_request_logs_' || to_char(day, 'YYYYMMDD');
      day_start timestamptz := day::timestamp at time zone 'UTC';
      day_end timestamptz := (day + 1)::timestamp at time zone 'UTC';
    begin
      if to_regclass(name) is not null then return false; end if;
      -- Writers wait at the log itself: one that has already chosen the default partition would be rejected there afterwards.
      lock table only ddos_request_logs in share row exclusive mode;
      execute format('create table %I (like ddos_request_logs including defaults including constraints)', name);
      execute format(
        'with moved as (delete from ddos_request_logs_default where created_at >= $1 and created_at < $2 returning *)
          insert into %I select * from moved',
        name
      ) using day_start, day_end;
      execute format(
        'alter table ddos_request_logs attach partition %I for values from (%L) to (%L)', name, day_start, day_end
      );
      return true;
    end
    $$;

    create function drop_log_partition(day date) returns void
      language plpgsql security definer as $$
    begin
      execute format('drop table if exists %I', 'ddos_request_logs_' || to_char(day, 'YYYYMMDD'));
    end
    $$;

    revoke all on function make_log_partition(date), drop_log_partition(date) from public;
    -- The caller's temporary tables come last: they must not stand in for those of the owner.
    do $$
    begin
      execute format('alter function make_log_partition(date) set search_path = %I, pg_temp', current_schema());
      execute format('alter function drop_log_partition(date) set search_path = %I, pg_temp', current_schema());
    end
    $$;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function make_log_partition(date), drop_log_partition(date)`.execute(db);
}
