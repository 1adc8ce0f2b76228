import { type Kysely, sql } from 'kysely';

/** How the hash of an entry covers what was searched for, and how an entry is written; `committed` is the form of this migration. */
async function defineFunctions(
  db: Kysely<unknown>,
  { committed }: { committed: boolean },
): Promise<void> {
  const digest = sql`'#' || encode(entry.search_digest, 'hex'),`;
  const commit = sql`
    if search_query_val is not null then
      entry.search_salt := sha256(
        uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
      );
      entry.search_digest := sha256(entry.search_salt || convert_to(search_query_val, 'UTF8'));
    end if;
  `;
  await sql`
    create or replace function contact_message_audit_text(entry contact_message_audit) returns text
      language sql immutable
      return concat_ws('|',
        entry.sequence,
        entry.id,
        extract(epoch from entry.created_at)::numeric(20, 3),
        entry.action,
        coalesce(entry.message_id::text, '-'),
        coalesce(entry.order_id::text, '-'),
        coalesce(entry.admin_user_id::text, '-'),
        coalesce(host(entry.ip_address), '-'),
        coalesce(length(entry.user_agent) || ':' || entry.user_agent, '-'),
        array_to_json(entry.accessed_fields)::text,
        coalesce(${committed ? digest : sql``} length(entry.search_query) || ':' || entry.search_query, '-'),
        coalesce(encode(entry.previous_hash, 'hex'), '-')
      );

    create or replace function log_contact_message_access(
      message_id_val uuid,
      action_val text,
      accessed_fields_val text[],
      search_query_val text,
      order_id_val uuid,
      admin_user_id_val uuid,
      ip_address_val inet,
      user_agent_val text,
      inner_key bytea,
      outer_key bytea
    ) returns void language plpgsql as $$
    declare
      entry contact_message_audit;
    begin
      -- One writer at a time until its commit: the order of the chain is the order of the sequence.
      perform pg_advisory_xact_lock(hashtextextended('contact_message_audit', 0));
      entry.id := gen_random_uuid();
      entry.sequence := nextval(pg_get_serial_sequence('contact_message_audit', 'sequence'));
      entry.created_at := date_trunc('milliseconds', clock_timestamp());
      entry.action := action_val;
      entry.message_id := message_id_val;
      entry.order_id := order_id_val;
      entry.admin_user_id := admin_user_id_val;
      entry.ip_address := ip_address_val;
      entry.user_agent := user_agent_val;
      entry.accessed_fields := accessed_fields_val;
      entry.search_query := search_query_val;
      ${committed ? commit : sql``}
      select hash into entry.previous_hash from contact_message_audit order by sequence desc limit 1;
      entry.hash := contact_message_audit_hash(entry, inner_key, outer_key);
      insert into contact_message_audit overriding system value select entry.*;
      if message_id_val is not null then
        update contact_messages
          set access_count = access_count + 1, last_accessed_at = entry.created_at
          where id = message_id_val;
      end if;
    end
    $$;
  `.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What stands for the text of a search in the chain: SHA-256 of the salt and the text, which may go, together.
    alter table contact_message_audit
      add column search_salt bytea,
      add column search_digest bytea,
      add constraint contact_message_audit_search check (
        case when search_digest is null then search_salt is null
        else octet_length(search_digest) = 32 and (search_salt is null) = (search_query is null)
          and (search_salt is null or octet_length(search_salt) = 32) end
      );
    create index contact_message_audit_searches_idx on contact_message_audit (created_at)
      where search_salt is not null;
    -- For whoever is erased.
    create index contact_message_audit_search_query_idx on contact_message_audit
      using gin (fold_search_text(search_query) gin_trgm_ops) where search_salt is not null;
  `.execute(db);
  await defineFunctions(db, { committed: true });
  await sql`
    drop trigger contact_message_audit_insert_only on contact_message_audit;
    create trigger contact_message_audit_insert_only before delete or truncate
      on contact_message_audit for each statement execute function refuse_change();
    -- The one change there is: the text of a search goes with its salt, where the chain does not need them.
    create trigger contact_message_audit_update before update on contact_message_audit
      for each row when (
        old.search_digest is null
        or new.search_query is not null or new.search_salt is not null
        or to_jsonb(new) - array['search_query', 'search_salt']
          is distinct from to_jsonb(old) - array['search_query', 'search_salt']
      ) execute function refuse_change();

    -- Removes what was searched for from entries whose chain does not need it, and nothing else; returns from how many.
    create function empty_audit_searches(entries uuid[]) returns bigint
      language sql security definer set search_path = ''
      begin atomic
        with locked as (
          select id from contact_message_audit where id = any(entries) and search_salt is not null
          order by sequence for update
        ), emptied as (
          update contact_message_audit set search_query = null, search_salt = null
          where id in (select id from locked) returning id
        )
        select count(*) from emptied;
      end;
    revoke all on function empty_audit_searches(uuid[]) from public;
    -- Where the table has an owner of its own, that one's rights are what it takes.
    do $$
    declare
      owner name := (
        select pg_get_userbyid(relowner) from pg_class where oid = 'contact_message_audit'::regclass
      );
    begin
      if owner <> current_user then
        execute format('alter function empty_audit_searches(uuid[]) owner to %I', owner);
        execute format('grant execute on function empty_audit_searches(uuid[]) to %I', current_user);
      end if;
    end
    $$;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop function empty_audit_searches(uuid[]);
    drop trigger contact_message_audit_update on contact_message_audit;
    drop trigger contact_message_audit_insert_only on contact_message_audit;
    create trigger contact_message_audit_insert_only
      before update or delete or truncate on contact_message_audit
      for each statement execute function refuse_change();
  `.execute(db);
  await defineFunctions(db, { committed: false });
  await sql`
    alter table contact_message_audit drop column search_salt, drop column search_digest;
  `.execute(db);
}
