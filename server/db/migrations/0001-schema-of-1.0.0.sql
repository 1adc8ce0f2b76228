CREATE FUNCTION bump_table_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
    declare
      new_version bigint;
    begin
      execute format(
        'insert into %I.table_versions as current (name) values ($1)
         on conflict (name) do update set version = current.version + 1 returning version',
        tg_table_schema
      ) into new_version using tg_table_name::text;
      perform pg_notify('table_versions', tg_table_name || ':' || new_version);
      return null;
    end
    $_$;

CREATE TABLE contact_message_audit (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    sequence bigint NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    action text NOT NULL,
    message_id uuid,
    admin_user_id uuid,
    ip_address inet,
    user_agent text,
    accessed_fields text[] DEFAULT '{}'::text[] NOT NULL,
    search_query text,
    previous_hash bytea,
    hash bytea NOT NULL,
    order_id uuid,
    search_salt bytea,
    search_digest bytea,
    CONSTRAINT contact_message_audit_accessed_fields CHECK ((array_position(accessed_fields, NULL::text) IS NULL)),
    CONSTRAINT contact_message_audit_action CHECK ((action = ANY (ARRAY['view'::text, 'detailed_view'::text, 'bulk_view'::text, 'update'::text, 'search'::text, 'export'::text]))),
    CONSTRAINT contact_message_audit_hash CHECK ((octet_length(hash) = 32)),
    CONSTRAINT contact_message_audit_previous_hash CHECK ((octet_length(previous_hash) = 32)),
    CONSTRAINT contact_message_audit_search CHECK (
CASE
    WHEN (search_digest IS NULL) THEN (search_salt IS NULL)
    ELSE ((octet_length(search_digest) = 32) AND ((search_salt IS NULL) = (search_query IS NULL)) AND ((search_salt IS NULL) OR (octet_length(search_salt) = 32)))
END)
);

CREATE FUNCTION contact_message_audit_text(entry contact_message_audit) RETURNS text
    LANGUAGE sql IMMUTABLE
    RETURN concat_ws('|'::text, (entry).sequence, (entry).id, (EXTRACT(epoch FROM (entry).created_at))::numeric(20,3), (entry).action, COALESCE(((entry).message_id)::text, '-'::text), COALESCE(((entry).order_id)::text, '-'::text), COALESCE(((entry).admin_user_id)::text, '-'::text), COALESCE(host((entry).ip_address), '-'::text), COALESCE(((length((entry).user_agent) || ':'::text) || (entry).user_agent), '-'::text), (array_to_json((entry).accessed_fields))::text, COALESCE(('#'::text || encode((entry).search_digest, 'hex'::text)), ((length((entry).search_query) || ':'::text) || (entry).search_query), '-'::text), COALESCE(encode((entry).previous_hash, 'hex'::text), '-'::text));

CREATE FUNCTION contact_message_audit_hash(entry contact_message_audit, inner_key bytea, outer_key bytea) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    RETURN sha256((outer_key || sha256((inner_key || convert_to(contact_message_audit_text(entry), 'UTF8'::name)))));

CREATE FUNCTION empty_audit_searches(entries uuid[]) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO ''
    BEGIN ATOMIC
 WITH locked AS (
          SELECT contact_message_audit.id
            FROM contact_message_audit
           WHERE ((contact_message_audit.id = ANY (empty_audit_searches.entries)) AND (contact_message_audit.search_salt IS NOT NULL))
           ORDER BY contact_message_audit.sequence
          FOR UPDATE OF contact_message_audit
         ), emptied AS (
          UPDATE contact_message_audit SET search_query = NULL::text, search_salt = NULL::bytea
           WHERE (contact_message_audit.id IN ( SELECT locked.id
                    FROM locked))
           RETURNING contact_message_audit.id
         )
  SELECT count(*) AS count
    FROM emptied;
END;

CREATE TABLE order_attachments (
    id uuid NOT NULL,
    form_key uuid NOT NULL,
    order_id uuid,
    path text NOT NULL,
    original_name text NOT NULL,
    content_type text NOT NULL,
    size_bytes integer NOT NULL,
    sha256 bytea NOT NULL,
    status text DEFAULT 'staged'::text NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    sources text[] DEFAULT '{}'::text[] NOT NULL,
    entry_id uuid,
    CONSTRAINT order_attachments_claim CHECK ((((status <> 'staged'::text) OR (num_nonnulls(order_id, entry_id) = 0)) AND ((status <> 'claimed'::text) OR (num_nonnulls(order_id, entry_id) = 1)))),
    CONSTRAINT order_attachments_content_type CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'application/pdf'::text, 'application/zip'::text]))),
    CONSTRAINT order_attachments_original_name CHECK (((char_length(original_name) >= 1) AND (char_length(original_name) <= 255))),
    CONSTRAINT order_attachments_path CHECK (((path ~ '^order-attachments/[A-Za-z0-9_.-]+$'::text) AND (char_length(path) <= 118))),
    CONSTRAINT order_attachments_sha256 CHECK ((octet_length(sha256) = 32)),
    CONSTRAINT order_attachments_size_bytes CHECK (((size_bytes >= 1) AND (size_bytes <= 10485760))),
    CONSTRAINT order_attachments_status CHECK ((status = ANY (ARRAY['staged'::text, 'claimed'::text, 'removing'::text])))
);

CREATE FUNCTION lock_order_attachments(form_key_val uuid) RETURNS SETOF order_attachments
    LANGUAGE plpgsql
    AS $$
    begin
      perform pg_advisory_xact_lock(
        hashtextextended('order-attachments:' || form_key_val::text, 0)
      );
      return query select * from order_attachments where form_key = form_key_val order by id for update;
    end
    $$;

CREATE FUNCTION log_contact_message_access(message_id_val uuid, action_val text, accessed_fields_val text[], search_query_val text, order_id_val uuid, admin_user_id_val uuid, ip_address_val inet, user_agent_val text, inner_key bytea, outer_key bytea) RETURNS void
    LANGUAGE plpgsql
    AS $$
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
      
    if search_query_val is not null then
      entry.search_salt := sha256(
        uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
      );
      entry.search_digest := sha256(entry.search_salt || convert_to(search_query_val, 'UTF8'));
    end if;
  
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

CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      raise exception '% accepts inserts only', tg_table_name using errcode = 'insufficient_privilege';
    end
    $$;

CREATE FUNCTION refuse_to_delete_held() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if exists (
        select from conversations
        where (order_id = old.id or message_id = old.id) and held_at is not null
      ) then
        raise exception 'This enquiry is on legal hold' using errcode = 'restrict_violation';
      end if;
      return old;
    end
    $$;

CREATE FUNCTION release_files_of_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      update order_attachments set status = 'removing', entry_id = null where entry_id = old.id;
      return old;
    end
    $$;

CREATE FUNCTION release_files_of_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      update order_attachments set status = 'removing', order_id = null where order_id = old.id;
      return old;
    end
    $$;

CREATE FUNCTION remove_conversation_without_lead() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      delete from conversations where id = new.id;
      return null;
    end
    $$;

CREATE FUNCTION remove_mails_of_conversation() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      delete from outbox_mails where conversation_id = old.id;
      return null;
    end
    $$;

CREATE FUNCTION touch_updated_at() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if new.updated_at is not distinct from old.updated_at then
        new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
      end if;
      return new;
    end
    $$;

CREATE TABLE admin_devices (
    id uuid NOT NULL,
    admin_user_id uuid NOT NULL,
    browser text NOT NULL,
    network inet NOT NULL,
    ip_address inet NOT NULL,
    first_seen_at timestamptz(3) DEFAULT now() NOT NULL,
    last_seen_at timestamptz(3) DEFAULT now() NOT NULL,
    confirmed_at timestamptz(3),
    CONSTRAINT admin_devices_browser CHECK (((char_length(browser) >= 1) AND (char_length(browser) <= 100)))
);

CREATE TABLE admin_invitations (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    token_version integer DEFAULT 1 NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    invited_by uuid,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    used_at timestamptz(3),
    revoked_at timestamptz(3),
    CONSTRAINT admin_invitations_email CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
    CONSTRAINT admin_invitations_end CHECK (((used_at IS NULL) OR (revoked_at IS NULL))),
    CONSTRAINT admin_invitations_expires_at CHECK ((expires_at > created_at)),
    CONSTRAINT admin_invitations_role CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text, 'auditor'::text]))),
    CONSTRAINT admin_invitations_token_hash CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE admin_login_attempts (
    id bigint NOT NULL,
    username text NOT NULL,
    ip_address inet NOT NULL,
    success boolean NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT admin_login_attempts_username CHECK ((char_length(username) <= 200))
);

ALTER TABLE admin_login_attempts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME admin_login_attempts_id_seq);

CREATE TABLE admin_login_challenges (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    admin_user_id uuid NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    failed_codes smallint DEFAULT 0 NOT NULL,
    used_at timestamptz(3),
    CONSTRAINT admin_login_challenges_token_hash CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE admin_passkey_challenges (
    id uuid NOT NULL,
    challenge_hash bytea NOT NULL,
    purpose text NOT NULL,
    admin_user_id uuid,
    source inet NOT NULL,
    site inet NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT admin_passkey_challenges_admin_user_id CHECK (((purpose = 'sign-in'::text) = (admin_user_id IS NULL))),
    CONSTRAINT admin_passkey_challenges_challenge_hash CHECK ((octet_length(challenge_hash) = 32)),
    CONSTRAINT admin_passkey_challenges_expires_at CHECK ((expires_at > created_at)),
    CONSTRAINT admin_passkey_challenges_purpose CHECK ((purpose = ANY (ARRAY['register'::text, 'sign-in'::text, 'prove'::text])))
);

CREATE TABLE admin_passkeys (
    id uuid NOT NULL,
    admin_user_id uuid NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] DEFAULT '{}'::text[] NOT NULL,
    name text NOT NULL,
    is_synced boolean NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    last_used_at timestamptz(3),
    CONSTRAINT admin_passkeys_counter CHECK (((counter >= 0) AND (counter <= '4294967295'::bigint))),
    CONSTRAINT admin_passkeys_credential_id CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
    CONSTRAINT admin_passkeys_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
    CONSTRAINT admin_passkeys_public_key CHECK (((octet_length(public_key) >= 1) AND (octet_length(public_key) <= 4000))),
    CONSTRAINT admin_passkeys_transports CHECK ((cardinality(transports) <= 10))
);

CREATE TABLE admin_recovery_codes (
    id uuid NOT NULL,
    admin_user_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    used_at timestamptz(3),
    CONSTRAINT admin_recovery_codes_code_hash CHECK ((octet_length(code_hash) = 32))
);

CREATE TABLE admin_sessions (
    id uuid NOT NULL,
    token_hash bytea NOT NULL,
    admin_user_id uuid NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    last_used_at timestamptz(3) DEFAULT now() NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    ip_address inet,
    user_agent text,
    device_id uuid,
    proved_at timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT admin_sessions_expires_at CHECK ((expires_at > created_at)),
    CONSTRAINT admin_sessions_token_hash CHECK ((octet_length(token_hash) = 32))
);

CREATE TABLE admin_users (
    id uuid NOT NULL,
    username text NOT NULL,
    password_hash text NOT NULL,
    password_changed_at timestamptz(3) DEFAULT now() NOT NULL,
    totp_secret text,
    totp_confirmed_at timestamptz(3),
    totp_last_used_step bigint,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    updated_at timestamptz(3) DEFAULT now() NOT NULL,
    last_login_at timestamptz(3),
    role text NOT NULL,
    email text,
    display_name text,
    CONSTRAINT admin_users_display_name CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 100))),
    CONSTRAINT admin_users_email CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
    CONSTRAINT admin_users_password_hash CHECK ((password_hash <> ''::text)),
    CONSTRAINT admin_users_role CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text, 'auditor'::text]))),
    CONSTRAINT admin_users_totp CHECK (((totp_confirmed_at IS NULL) OR (totp_secret IS NOT NULL))),
    CONSTRAINT admin_users_username CHECK ((((char_length(username) >= 1) AND (char_length(username) <= 100)) AND (username = btrim(username))))
);

CREATE TABLE backup_runs (
    day text NOT NULL,
    status text NOT NULL,
    attempts integer DEFAULT 1 NOT NULL,
    started_at timestamptz(3) NOT NULL,
    restored_at timestamptz(3),
    place text,
    size_bytes bigint,
    table_rows bigint,
    files integer,
    backup_ms integer,
    restore_ms integer,
    problems jsonb DEFAULT '[]'::jsonb NOT NULL,
    error text,
    CONSTRAINT backup_runs_attempts CHECK ((attempts >= 0)),
    CONSTRAINT backup_runs_day CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text)),
    CONSTRAINT backup_runs_error CHECK ((char_length(error) <= 1000)),
    CONSTRAINT backup_runs_problems CHECK ((jsonb_typeof(problems) = 'array'::text)),
    CONSTRAINT backup_runs_restored CHECK (((status = 'restored'::text) = (restored_at IS NOT NULL))),
    CONSTRAINT backup_runs_status CHECK ((status = ANY (ARRAY['running'::text, 'pending'::text, 'restored'::text, 'failed'::text])))
);

CREATE TABLE blog_posts (
    id uuid NOT NULL,
    slug text NOT NULL,
    title text NOT NULL,
    excerpt text NOT NULL,
    content text NOT NULL,
    content_html text,
    content_html_version text,
    category text DEFAULT 'General'::text NOT NULL,
    author text NOT NULL,
    reading_time integer DEFAULT 5 NOT NULL,
    featured_image_url text,
    featured_image_alt text DEFAULT ''::text NOT NULL,
    is_published boolean DEFAULT false NOT NULL,
    published_at timestamptz(3),
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    updated_at timestamptz(3) DEFAULT now() NOT NULL,
    deleted_at timestamptz(3),
    former_slugs text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT blog_posts_author CHECK ((author <> ''::text)),
    CONSTRAINT blog_posts_category CHECK ((category <> ''::text)),
    CONSTRAINT blog_posts_content CHECK ((content <> ''::text)),
    CONSTRAINT blog_posts_excerpt CHECK ((excerpt <> ''::text)),
    CONSTRAINT blog_posts_reading_time CHECK ((reading_time >= 1)),
    CONSTRAINT blog_posts_slug CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
    CONSTRAINT blog_posts_title CHECK ((title <> ''::text))
);

CREATE TABLE clients (
    id uuid NOT NULL,
    name text NOT NULL,
    logo_url text,
    website_url text,
    is_featured boolean DEFAULT true NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    updated_at timestamptz(3) DEFAULT now() NOT NULL,
    deleted_at timestamptz(3),
    CONSTRAINT clients_name CHECK ((name <> ''::text))
);

ALTER TABLE contact_message_audit ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME contact_message_audit_sequence_seq);

CREATE TABLE contact_messages (
    id uuid NOT NULL,
    idempotency_key uuid,
    request_hash bytea,
    name text NOT NULL,
    email text NOT NULL,
    message text NOT NULL,
    status text DEFAULT 'new'::text NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    responded_at timestamptz(3),
    data_classification text DEFAULT 'confidential'::text NOT NULL,
    access_count integer DEFAULT 0 NOT NULL,
    last_accessed_at timestamptz(3),
    retention_expires_at timestamptz(3) DEFAULT (now() + '2 years'::interval) NOT NULL,
    is_suspect boolean DEFAULT false NOT NULL,
    search_text text GENERATED ALWAYS AS (fold_search_text(((((name || chr(10)) || email) || chr(10)) || message))) STORED NOT NULL,
    notes text,
    suspect_reasons text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT contact_messages_access_count CHECK ((access_count >= 0)),
    CONSTRAINT contact_messages_data_classification CHECK ((data_classification = ANY (ARRAY['public'::text, 'internal'::text, 'confidential'::text, 'restricted'::text]))),
    CONSTRAINT contact_messages_email CHECK (((char_length(email) <= 254) AND (email ~~ '_%@_%'::text))),
    CONSTRAINT contact_messages_idempotency CHECK (((idempotency_key IS NULL) OR (request_hash IS NOT NULL))),
    CONSTRAINT contact_messages_message CHECK (((char_length(message) >= 10) AND (char_length(message) <= 5000))),
    CONSTRAINT contact_messages_name CHECK (((char_length(name) >= 2) AND (char_length(name) <= 200))),
    CONSTRAINT contact_messages_notes CHECK ((char_length(notes) <= 10000)),
    CONSTRAINT contact_messages_request_hash CHECK ((octet_length(request_hash) = 32)),
    CONSTRAINT contact_messages_status CHECK ((status = ANY (ARRAY['new'::text, 'read'::text, 'responded'::text]))),
    CONSTRAINT contact_messages_suspect_reasons CHECK ((suspect_reasons <@ ARRAY['trap'::text, 'repeated'::text, 'links'::text, 'fast'::text]))
);

CREATE TABLE conversation_entries (
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    kind text NOT NULL,
    body text,
    quoted text,
    via text NOT NULL,
    admin_user_id uuid,
    mail_message_id text,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT conversation_entries_body CHECK ((char_length(body) <= 20000)),
    CONSTRAINT conversation_entries_detail CHECK ((jsonb_typeof(detail) = 'object'::text)),
    CONSTRAINT conversation_entries_kind CHECK (((char_length(kind) >= 1) AND (char_length(kind) <= 40))),
    CONSTRAINT conversation_entries_mail_message_id CHECK (((char_length(mail_message_id) >= 1) AND (char_length(mail_message_id) <= 998))),
    CONSTRAINT conversation_entries_quoted CHECK ((char_length(quoted) <= 100000)),
    CONSTRAINT conversation_entries_via CHECK ((via = ANY (ARRAY['panel'::text, 'mail'::text, 'page'::text, 'elsewhere'::text])))
);

CREATE TABLE conversations (
    id uuid NOT NULL,
    order_id uuid,
    message_id uuid,
    waiting_since timestamptz(3),
    due_at timestamptz(3),
    promised_due_at timestamptz(3),
    first_response_at timestamptz(3),
    first_responded_by uuid,
    assignee_id uuid,
    snoozed_until timestamptz(3),
    next_step text,
    next_step_on date,
    last_word text DEFAULT 'visitor'::text NOT NULL,
    last_word_at timestamptz(3) DEFAULT now() NOT NULL,
    answering_admin_id uuid,
    answering_until timestamptz(3),
    next_alert_at timestamptz(3),
    alert_level smallint DEFAULT 0 NOT NULL,
    token_hash bytea,
    token_version integer DEFAULT 1 NOT NULL,
    source_page text,
    referrer text,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    landing_page text,
    withdrawn_at timestamptz(3),
    reply_lost_at timestamptz(3),
    held_at timestamptz(3),
    held_by uuid,
    hold_reason text,
    CONSTRAINT conversations_alert_level CHECK ((alert_level = ANY (ARRAY[0, 50, 80, 100]))),
    CONSTRAINT conversations_hold CHECK ((((held_at IS NULL) = (hold_reason IS NULL)) AND ((held_at IS NOT NULL) OR (held_by IS NULL)) AND ((char_length(hold_reason) >= 1) AND (char_length(hold_reason) <= 500)))),
    CONSTRAINT conversations_landing_page CHECK ((char_length(landing_page) <= 500)),
    CONSTRAINT conversations_last_word CHECK ((last_word = ANY (ARRAY['visitor'::text, 'team'::text]))),
    CONSTRAINT conversations_next_step CHECK (((char_length(next_step) >= 1) AND (char_length(next_step) <= 500))),
    CONSTRAINT conversations_next_step_on CHECK (((next_step_on IS NULL) OR (next_step IS NOT NULL))),
    CONSTRAINT conversations_referrer CHECK ((char_length(referrer) <= 500)),
    CONSTRAINT conversations_reply_lost CHECK (((reply_lost_at IS NULL) OR (due_at IS NOT NULL))),
    CONSTRAINT conversations_source_page CHECK ((char_length(source_page) <= 500)),
    CONSTRAINT conversations_token_hash CHECK ((octet_length(token_hash) = 32)),
    CONSTRAINT conversations_waiting CHECK (((waiting_since IS NULL) = (due_at IS NULL)))
);

CREATE TABLE ddos_request_logs (
    id bigint NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    ip_address inet NOT NULL,
    endpoint text NOT NULL,
    response_status smallint NOT NULL,
    weight integer DEFAULT 1 NOT NULL,
    is_admin boolean DEFAULT false NOT NULL,
    CONSTRAINT ddos_request_logs_endpoint CHECK ((char_length(endpoint) <= 200)),
    CONSTRAINT ddos_request_logs_response_status CHECK (((response_status >= 0) AND (response_status <= 999))),
    CONSTRAINT ddos_request_logs_weight CHECK ((weight >= 1))
)
PARTITION BY RANGE (created_at);

ALTER TABLE ddos_request_logs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME ddos_request_logs_id_seq);

CREATE TABLE deferred_mails (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    inbox text NOT NULL,
    uid_validity bigint NOT NULL,
    uid bigint NOT NULL,
    came_at timestamptz(3) NOT NULL,
    tries integer NOT NULL,
    next_try_at timestamptz(3),
    CONSTRAINT deferred_mails_tries CHECK ((tries >= 1))
);

CREATE TABLE erasures (
    id uuid NOT NULL,
    erased_at timestamptz(3) NOT NULL,
    kind text NOT NULL,
    by text NOT NULL,
    admin_user_id uuid,
    conversation_ids uuid[] NOT NULL,
    order_ids uuid[] NOT NULL,
    message_ids uuid[] NOT NULL,
    address_hash bytea,
    CONSTRAINT erasures_address_hash CHECK ((octet_length(address_hash) = 32)),
    CONSTRAINT erasures_by CHECK ((by = ANY (ARRAY['visitor'::text, 'administrator'::text, 'command-line'::text]))),
    CONSTRAINT erasures_kind CHECK ((kind = ANY (ARRAY['enquiry'::text, 'person'::text])))
);

CREATE TABLE faqs (
    id uuid NOT NULL,
    question text NOT NULL,
    answer text NOT NULL,
    category text DEFAULT 'General'::text NOT NULL,
    sort_order integer DEFAULT 0 NOT NULL,
    is_published boolean DEFAULT true NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    updated_at timestamptz(3) DEFAULT now() NOT NULL,
    deleted_at timestamptz(3),
    CONSTRAINT faqs_answer CHECK ((answer <> ''::text)),
    CONSTRAINT faqs_category CHECK ((category <> ''::text)),
    CONSTRAINT faqs_question CHECK ((question <> ''::text)),
    CONSTRAINT faqs_sort_order CHECK ((sort_order >= 0))
);

CREATE TABLE ip_security_rules (
    id uuid NOT NULL,
    ip_address cidr NOT NULL,
    rule_type text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    expires_at timestamptz(3),
    created_by uuid,
    CONSTRAINT ip_security_rules_blocked_range CHECK (((rule_type <> 'blacklist'::text) OR (masklen((ip_address)::inet) >=
CASE family((ip_address)::inet)
    WHEN 4 THEN 16
    ELSE 32
END))),
    CONSTRAINT ip_security_rules_reason CHECK ((char_length(reason) <= 500)),
    CONSTRAINT ip_security_rules_rule_type CHECK ((rule_type = ANY (ARRAY['blacklist'::text, 'whitelist'::text, 'suspicious'::text])))
);

CREATE TABLE lead_status_changes (
    id uuid NOT NULL,
    order_id uuid,
    message_id uuid,
    old_status text NOT NULL,
    new_status text NOT NULL,
    admin_user_id uuid,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT lead_status_changes_lead CHECK ((num_nonnulls(order_id, message_id) = 1))
);

CREATE TABLE mail_inboxes (
    name text NOT NULL,
    uid_validity bigint,
    last_uid bigint,
    checked_at timestamptz(3),
    last_mail_at timestamptz(3),
    last_error text,
    failed_at timestamptz(3),
    CONSTRAINT mail_inboxes_last_error CHECK ((char_length(last_error) <= 1000)),
    CONSTRAINT mail_inboxes_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 1000))),
    CONSTRAINT mail_inboxes_position CHECK ((num_nonnulls(uid_validity, last_uid, checked_at) = ANY (ARRAY[0, 3])))
);

CREATE TABLE orders (
    id uuid NOT NULL,
    reference text NOT NULL,
    idempotency_key uuid NOT NULL,
    request_hash bytea NOT NULL,
    full_name text NOT NULL,
    email text NOT NULL,
    phone text,
    company text,
    service_type text NOT NULL,
    project_description text NOT NULL,
    desired_features text[] NOT NULL,
    estimated_budget text NOT NULL,
    target_timeline text NOT NULL,
    required_languages text[] NOT NULL,
    file_urls text[] DEFAULT '{}'::text[] NOT NULL,
    terms_version text NOT NULL,
    terms_accepted_at timestamptz(3) NOT NULL,
    status text DEFAULT 'new'::text NOT NULL,
    notes text,
    is_suspect boolean DEFAULT false NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    updated_at timestamptz(3) DEFAULT now() NOT NULL,
    search_text text GENERATED ALWAYS AS (fold_search_text(((((((((((((reference || chr(10)) || full_name) || chr(10)) || email) || chr(10)) || COALESCE(phone, ''::text)) || chr(10)) || COALESCE(company, ''::text)) || chr(10)) || service_type) || chr(10)) || project_description))) STORED NOT NULL,
    suspect_reasons text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT orders_company CHECK ((char_length(company) <= 200)),
    CONSTRAINT orders_desired_features CHECK ((((cardinality(desired_features) >= 1) AND (cardinality(desired_features) <= 10)) AND (desired_features <@ ARRAY['User Authentication'::text, 'Payment Integration'::text, 'Real-time Notifications'::text, 'Mobile Responsive Design'::text, 'API Integration'::text, 'Database Management'::text, 'File Upload/Management'::text, 'Multi-language Support'::text, 'Advanced Analytics'::text, 'Third-party Integrations'::text]))),
    CONSTRAINT orders_email CHECK (((char_length(email) <= 254) AND (email ~~ '_%@_%'::text))),
    CONSTRAINT orders_estimated_budget CHECK ((estimated_budget = ANY (ARRAY['under-5k'::text, '5k-15k'::text, '15k-50k'::text, 'over-50k'::text]))),
    CONSTRAINT orders_file_urls CHECK (((cardinality(file_urls) <= 10) AND (array_position(file_urls, NULL::text) IS NULL))),
    CONSTRAINT orders_full_name CHECK (((char_length(full_name) >= 2) AND (char_length(full_name) <= 200))),
    CONSTRAINT orders_notes CHECK ((char_length(notes) <= 10000)),
    CONSTRAINT orders_phone CHECK ((char_length(phone) <= 40)),
    CONSTRAINT orders_project_description CHECK (((char_length(project_description) >= 50) AND (char_length(project_description) <= 10000))),
    CONSTRAINT orders_reference CHECK (((char_length(reference) >= 4) AND (char_length(reference) <= 32))),
    CONSTRAINT orders_request_hash CHECK ((octet_length(request_hash) = 32)),
    CONSTRAINT orders_required_languages CHECK ((((cardinality(required_languages) >= 1) AND (cardinality(required_languages) <= 4)) AND (required_languages <@ ARRAY['Arabic'::text, 'English'::text, 'Turkish'::text, 'Multi-language'::text]))),
    CONSTRAINT orders_service_type CHECK ((service_type = ANY (ARRAY['Shipment & Logistics Systems'::text, 'Invoicing & Finance Tools'::text, 'Business Dashboards'::text, 'Real Estate Applications'::text, 'Mapping & Location Apps'::text, 'Custom Business Applications'::text]))),
    CONSTRAINT orders_status CHECK ((status = ANY (ARRAY['pending'::text, 'new'::text, 'in-progress'::text, 'completed'::text]))),
    CONSTRAINT orders_suspect_reasons CHECK ((suspect_reasons <@ ARRAY['trap'::text, 'repeated'::text, 'links'::text, 'fast'::text])),
    CONSTRAINT orders_target_timeline CHECK ((target_timeline = ANY (ARRAY['30-days'::text, '60-days'::text, '90-days'::text, 'not-sure'::text]))),
    CONSTRAINT orders_terms_version CHECK ((terms_version <> ''::text))
);

CREATE TABLE outbox_mails (
    id uuid NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    sent_at timestamptz(3),
    last_error text,
    conversation_id uuid,
    entry_id uuid,
    message_id text,
    transport text,
    next_attempt_at timestamptz(3) DEFAULT now() NOT NULL,
    locked_until timestamptz(3),
    last_attempt_at timestamptz(3),
    requeued_at timestamptz(3),
    bounced_at timestamptz(3),
    bounce_reason text,
    CONSTRAINT outbox_mails_attempts CHECK ((attempts >= 0)),
    CONSTRAINT outbox_mails_bounced CHECK (((status <> 'bounced'::text) OR (bounced_at IS NOT NULL))),
    CONSTRAINT outbox_mails_kind CHECK (((char_length(kind) >= 1) AND (char_length(kind) <= 100))),
    CONSTRAINT outbox_mails_message_id CHECK ((message_id ~~ '<_%@_%>'::text)),
    CONSTRAINT outbox_mails_payload CHECK ((jsonb_typeof(payload) = 'object'::text)),
    CONSTRAINT outbox_mails_recipient CHECK (((char_length(recipient) >= 3) AND (char_length(recipient) <= 1000))),
    CONSTRAINT outbox_mails_status CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'expired'::text, 'bounced'::text]))),
    CONSTRAINT outbox_mails_transport CHECK ((transport = ANY (ARRAY['smtp'::text, 'file'::text])))
);

CREATE TABLE projects (
    id uuid NOT NULL,
    title text NOT NULL,
    short_description text NOT NULL,
    full_description text,
    industry_category text DEFAULT 'Other'::text NOT NULL,
    tech_stack text[] DEFAULT '{}'::text[] NOT NULL,
    featured_image_url text,
    featured_image_alt text DEFAULT ''::text NOT NULL,
    gallery_images text[] DEFAULT '{}'::text[] NOT NULL,
    client_name text,
    client_quote text,
    challenge_text text,
    solution_text text,
    results_text text,
    is_published boolean DEFAULT false NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    updated_at timestamptz(3) DEFAULT now() NOT NULL,
    deleted_at timestamptz(3),
    results jsonb DEFAULT '[]'::jsonb NOT NULL,
    is_featured boolean DEFAULT false NOT NULL,
    CONSTRAINT projects_gallery_images CHECK ((array_position(gallery_images, NULL::text) IS NULL)),
    CONSTRAINT projects_industry_category CHECK ((industry_category = ANY (ARRAY['Logistics'::text, 'Finance'::text, 'Real Estate'::text, 'Mapping'::text, 'Other'::text]))),
    CONSTRAINT projects_results CHECK (((jsonb_typeof(results) = 'array'::text) AND (results @@ '($.size() <= 6)'::jsonpath) AND (NOT (results @? 'strict $[*]?(@.type() != "object")'::jsonpath)) AND (NOT (results @? '$[*]?(!(((((@."metric".type() == "string" && @."metric" != "") && @."before".type() == "string") && @."after".type() == "string") && @."after" != "") && @."howMeasured".type() == "string"))'::jsonpath)))),
    CONSTRAINT projects_short_description CHECK ((short_description <> ''::text)),
    CONSTRAINT projects_tech_stack CHECK ((array_position(tech_stack, NULL::text) IS NULL)),
    CONSTRAINT projects_title CHECK ((title <> ''::text))
);

CREATE TABLE public_claims (
    key text NOT NULL,
    mode text DEFAULT 'warn'::text NOT NULL,
    evidence text DEFAULT ''::text NOT NULL,
    evidence_url text DEFAULT ''::text NOT NULL,
    attested_on date,
    attested_by uuid,
    review_by date,
    measured_value double precision,
    measured_count integer,
    measured_at timestamptz(3),
    shown jsonb,
    updated_at timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT public_claims_attested CHECK (((attested_on IS NULL) = ((evidence = ''::text) AND (evidence_url = ''::text)))),
    CONSTRAINT public_claims_evidence CHECK ((char_length(evidence) <= 2000)),
    CONSTRAINT public_claims_evidence_url CHECK ((char_length(evidence_url) <= 500)),
    CONSTRAINT public_claims_key CHECK (((key ~ '^[a-z]+(-[a-z]+)*$'::text) AND (char_length(key) <= 60))),
    CONSTRAINT public_claims_measured CHECK (((num_nonnulls(measured_count, measured_at) = ANY (ARRAY[0, 2])) AND ((measured_value IS NULL) OR (measured_at IS NOT NULL)))),
    CONSTRAINT public_claims_mode CHECK ((mode = ANY (ARRAY['warn'::text, 'computed'::text]))),
    CONSTRAINT public_claims_review_by CHECK (((review_by IS NULL) OR (attested_on IS NOT NULL))),
    CONSTRAINT public_claims_shown CHECK ((jsonb_typeof(shown) = 'object'::text))
);

CREATE TABLE reply_templates (
    id uuid NOT NULL,
    name text NOT NULL,
    body text NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    updated_at timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT reply_templates_body CHECK (((char_length(body) >= 1) AND (char_length(body) <= 10000))),
    CONSTRAINT reply_templates_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);

CREATE TABLE saved_filters (
    id uuid NOT NULL,
    admin_user_id uuid NOT NULL,
    screen text NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT saved_filters_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
    CONSTRAINT saved_filters_query CHECK ((char_length(query) <= 2000)),
    CONSTRAINT saved_filters_screen CHECK ((screen ~ '^[a-z-]{1,40}$'::text))
);

CREATE TABLE security_events (
    id bigint NOT NULL,
    event_type text NOT NULL,
    ip_address inet NOT NULL,
    threat_score smallint NOT NULL,
    reasons jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    samples jsonb DEFAULT '[]'::jsonb NOT NULL,
    acknowledged_at timestamptz(3),
    acknowledged_by uuid,
    CONSTRAINT security_events_acknowledged CHECK (((acknowledged_by IS NULL) OR (acknowledged_at IS NOT NULL))),
    CONSTRAINT security_events_event_type CHECK ((event_type ~ '^[a-z0-9_]{1,64}$'::text)),
    CONSTRAINT security_events_reasons CHECK ((jsonb_typeof(reasons) = 'array'::text)),
    CONSTRAINT security_events_samples CHECK ((jsonb_typeof(samples) = 'array'::text)),
    CONSTRAINT security_events_threat_score CHECK (((threat_score >= 0) AND (threat_score <= 100)))
);

ALTER TABLE security_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME security_events_id_seq);

CREATE TABLE site_settings (
    id uuid NOT NULL,
    maintenance_mode boolean DEFAULT false NOT NULL,
    maintenance_message text DEFAULT 'We are currently performing scheduled maintenance. Please check back soon.'::text NOT NULL,
    header_logo_url text DEFAULT ''::text NOT NULL,
    header_logo_alt text DEFAULT 'Header Logo'::text NOT NULL,
    header_logo_width integer DEFAULT 38 NOT NULL,
    header_logo_height integer DEFAULT 50 NOT NULL,
    footer_logo_url text DEFAULT ''::text NOT NULL,
    footer_logo_alt text DEFAULT 'Footer Logo'::text NOT NULL,
    footer_logo_width integer DEFAULT 38 NOT NULL,
    footer_logo_height integer DEFAULT 50 NOT NULL,
    favicon_url text DEFAULT ''::text NOT NULL,
    copyright_text text DEFAULT '© 2025 Vitrin Software. All rights reserved.'::text NOT NULL,
    social_links jsonb DEFAULT '{"github": "", "twitter": "", "facebook": "", "linkedin": "", "instagram": ""}'::jsonb NOT NULL,
    terms_of_service text DEFAULT ''::text NOT NULL,
    privacy_policy text DEFAULT ''::text NOT NULL,
    updated_at timestamptz(3) DEFAULT now() NOT NULL,
    office_hours jsonb DEFAULT '{"week": {"fri": [{"to": "18:00", "from": "09:00"}], "mon": [{"to": "18:00", "from": "09:00"}], "sat": [], "sun": [], "thu": [{"to": "18:00", "from": "09:00"}], "tue": [{"to": "18:00", "from": "09:00"}], "wed": [{"to": "18:00", "from": "09:00"}]}, "timeZone": "Europe/Istanbul", "exceptions": [], "promisedMinutes": 60}'::jsonb NOT NULL,
    CONSTRAINT site_settings_copyright_text CHECK ((copyright_text <> ''::text)),
    CONSTRAINT site_settings_footer_logo_alt CHECK ((footer_logo_alt <> ''::text)),
    CONSTRAINT site_settings_footer_logo_height CHECK (((footer_logo_height >= 10) AND (footer_logo_height <= 500))),
    CONSTRAINT site_settings_footer_logo_width CHECK (((footer_logo_width >= 10) AND (footer_logo_width <= 500))),
    CONSTRAINT site_settings_header_logo_alt CHECK ((header_logo_alt <> ''::text)),
    CONSTRAINT site_settings_header_logo_height CHECK (((header_logo_height >= 10) AND (header_logo_height <= 500))),
    CONSTRAINT site_settings_header_logo_width CHECK (((header_logo_width >= 10) AND (header_logo_width <= 500))),
    CONSTRAINT site_settings_maintenance_message CHECK ((maintenance_message <> ''::text)),
    CONSTRAINT site_settings_office_hours CHECK (((jsonb_typeof(office_hours) = 'object'::text) AND (office_hours @@ '($."timeZone".type() == "string")'::jsonpath) AND (office_hours @@ '($."promisedMinutes" >= 1 && $."promisedMinutes" <= 10080)'::jsonpath) AND (office_hours @@ '(((((((($."week"."mon".type() == "array" && $."week"."tue".type() == "array") && $."week"."wed".type() == "array") && $."week"."thu".type() == "array") && $."week"."fri".type() == "array") && $."week"."sat".type() == "array") && $."week"."sun".type() == "array") && $."exceptions".type() == "array") && $."exceptions".size() <= 400)'::jsonpath) AND (NOT (office_hours @? '$."week".*[*]?(!(@."from".type() == "string" && @."to".type() == "string"))'::jsonpath)) AND (NOT (office_hours @? '$."exceptions"[*]?(!(((@."from".type() == "string" && @."to".type() == "string") && @."name".type() == "string") && @."open".type() == "array"))'::jsonpath)))),
    CONSTRAINT site_settings_single_row CHECK ((id = '00000000-0000-0000-0000-000000000000'::uuid)),
    CONSTRAINT site_settings_social_links CHECK ((jsonb_typeof(social_links) = 'object'::text))
);

CREATE TABLE table_versions (
    name text NOT NULL,
    version bigint DEFAULT 1 NOT NULL
);

CREATE TABLE team_members (
    id uuid NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    photo_url text,
    sort_order integer DEFAULT 0 NOT NULL,
    is_published boolean DEFAULT false NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    updated_at timestamptz(3) DEFAULT now() NOT NULL,
    deleted_at timestamptz(3),
    CONSTRAINT team_members_name CHECK ((name <> ''::text)),
    CONSTRAINT team_members_role CHECK ((role <> ''::text)),
    CONSTRAINT team_members_sort_order CHECK ((sort_order >= 0))
);

CREATE TABLE testimonials (
    id uuid NOT NULL,
    client_name text NOT NULL,
    client_title text,
    client_company text,
    quote text NOT NULL,
    rating smallint DEFAULT 5,
    photo_url text,
    is_featured boolean DEFAULT true NOT NULL,
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    updated_at timestamptz(3) DEFAULT now() NOT NULL,
    deleted_at timestamptz(3),
    CONSTRAINT testimonials_client_name CHECK ((client_name <> ''::text)),
    CONSTRAINT testimonials_quote CHECK ((quote <> ''::text)),
    CONSTRAINT testimonials_rating CHECK (((rating >= 1) AND (rating <= 5)))
);

CREATE TABLE tracking_link_requests (
    id bytea NOT NULL,
    asked_at timestamptz(3) NOT NULL,
    CONSTRAINT tracking_link_requests_id CHECK ((octet_length(id) = 32))
);

CREATE TABLE tracking_requests (
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    kind text NOT NULL,
    email text,
    confirmed_at timestamptz(3),
    created_at timestamptz(3) DEFAULT now() NOT NULL,
    CONSTRAINT tracking_requests_email CHECK ((((kind = 'erasure'::text) = (email IS NULL)) AND (char_length(email) <= 254))),
    CONSTRAINT tracking_requests_kind CHECK ((kind = ANY (ARRAY['email'::text, 'erasure'::text, 'person-erasure'::text, 'person-export'::text])))
);

CREATE TABLE traffic_protection (
    id boolean DEFAULT true NOT NULL,
    mode text DEFAULT 'on'::text NOT NULL,
    changed_at timestamptz(3) DEFAULT now() NOT NULL,
    changed_by uuid,
    CONSTRAINT traffic_protection_mode CHECK ((mode = ANY (ARRAY['on'::text, 'simulate'::text, 'off'::text]))),
    CONSTRAINT traffic_protection_one_row CHECK (id)
);

ALTER TABLE ONLY admin_devices ADD CONSTRAINT admin_devices_admin_user_id_browser_network_key UNIQUE (admin_user_id, browser, network);
ALTER TABLE ONLY admin_devices ADD CONSTRAINT admin_devices_pkey PRIMARY KEY (id);
ALTER TABLE ONLY admin_invitations ADD CONSTRAINT admin_invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY admin_invitations ADD CONSTRAINT admin_invitations_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY admin_login_attempts ADD CONSTRAINT admin_login_attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY admin_login_challenges ADD CONSTRAINT admin_login_challenges_pkey PRIMARY KEY (id);
ALTER TABLE ONLY admin_login_challenges ADD CONSTRAINT admin_login_challenges_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY admin_passkey_challenges ADD CONSTRAINT admin_passkey_challenges_challenge_hash_key UNIQUE (challenge_hash);
ALTER TABLE ONLY admin_passkey_challenges ADD CONSTRAINT admin_passkey_challenges_pkey PRIMARY KEY (id);
ALTER TABLE ONLY admin_passkeys ADD CONSTRAINT admin_passkeys_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY admin_passkeys ADD CONSTRAINT admin_passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY admin_recovery_codes ADD CONSTRAINT admin_recovery_codes_admin_user_id_code_hash_key UNIQUE (admin_user_id, code_hash);
ALTER TABLE ONLY admin_recovery_codes ADD CONSTRAINT admin_recovery_codes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY admin_sessions ADD CONSTRAINT admin_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY admin_sessions ADD CONSTRAINT admin_sessions_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY admin_users ADD CONSTRAINT admin_users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY backup_runs ADD CONSTRAINT backup_runs_pkey PRIMARY KEY (day);
ALTER TABLE ONLY blog_posts ADD CONSTRAINT blog_posts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY clients ADD CONSTRAINT clients_pkey PRIMARY KEY (id);
ALTER TABLE ONLY contact_message_audit ADD CONSTRAINT contact_message_audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY contact_message_audit ADD CONSTRAINT contact_message_audit_sequence_key UNIQUE (sequence);
ALTER TABLE ONLY contact_messages ADD CONSTRAINT contact_messages_idempotency_key_key UNIQUE (idempotency_key);
ALTER TABLE ONLY contact_messages ADD CONSTRAINT contact_messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY conversation_entries ADD CONSTRAINT conversation_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY conversations ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY ddos_request_logs ADD CONSTRAINT ddos_request_logs_pkey PRIMARY KEY (created_at, id);
ALTER TABLE ONLY deferred_mails ADD CONSTRAINT deferred_mails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY deferred_mails ADD CONSTRAINT deferred_mails_uid_key UNIQUE (inbox, uid_validity, uid);
ALTER TABLE ONLY erasures ADD CONSTRAINT erasures_pkey PRIMARY KEY (id);
ALTER TABLE ONLY faqs ADD CONSTRAINT faqs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY ip_security_rules ADD CONSTRAINT ip_security_rules_pkey PRIMARY KEY (id);
ALTER TABLE ONLY lead_status_changes ADD CONSTRAINT lead_status_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY mail_inboxes ADD CONSTRAINT mail_inboxes_pkey PRIMARY KEY (name);
ALTER TABLE ONLY order_attachments ADD CONSTRAINT order_attachments_path_key UNIQUE (path);
ALTER TABLE ONLY order_attachments ADD CONSTRAINT order_attachments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY orders ADD CONSTRAINT orders_idempotency_key_key UNIQUE (idempotency_key);
ALTER TABLE ONLY orders ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY orders ADD CONSTRAINT orders_reference_key UNIQUE (reference);
ALTER TABLE ONLY outbox_mails ADD CONSTRAINT outbox_mails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY projects ADD CONSTRAINT projects_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public_claims ADD CONSTRAINT public_claims_pkey PRIMARY KEY (key);
ALTER TABLE ONLY reply_templates ADD CONSTRAINT reply_templates_pkey PRIMARY KEY (id);
ALTER TABLE ONLY saved_filters ADD CONSTRAINT saved_filters_name_key UNIQUE (admin_user_id, screen, name);
ALTER TABLE ONLY saved_filters ADD CONSTRAINT saved_filters_pkey PRIMARY KEY (id);
ALTER TABLE ONLY security_events ADD CONSTRAINT security_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY site_settings ADD CONSTRAINT site_settings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY table_versions ADD CONSTRAINT table_versions_pkey PRIMARY KEY (name);
ALTER TABLE ONLY team_members ADD CONSTRAINT team_members_pkey PRIMARY KEY (id);
ALTER TABLE ONLY testimonials ADD CONSTRAINT testimonials_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tracking_link_requests ADD CONSTRAINT tracking_link_requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tracking_requests ADD CONSTRAINT tracking_requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY traffic_protection ADD CONSTRAINT traffic_protection_pkey PRIMARY KEY (id);

CREATE TABLE ddos_request_logs_default PARTITION OF ddos_request_logs DEFAULT;

CREATE INDEX admin_invitations_expires_at_idx ON admin_invitations (expires_at);
CREATE INDEX admin_invitations_invited_by_idx ON admin_invitations (invited_by);

CREATE UNIQUE INDEX admin_invitations_open_email_key ON admin_invitations (lower((email COLLATE "C"))) WHERE ((used_at IS NULL) AND (revoked_at IS NULL));

CREATE INDEX admin_login_attempts_created_at_idx ON admin_login_attempts (created_at DESC, id DESC);
CREATE INDEX admin_login_attempts_failed_idx ON admin_login_attempts (ip_address, created_at DESC) WHERE (NOT success);
CREATE INDEX admin_login_challenges_admin_user_id_idx ON admin_login_challenges (admin_user_id);
CREATE INDEX admin_login_challenges_expires_at_idx ON admin_login_challenges (expires_at);
CREATE INDEX admin_passkey_challenges_admin_user_id_idx ON admin_passkey_challenges (admin_user_id) WHERE (admin_user_id IS NOT NULL);
CREATE INDEX admin_passkey_challenges_expires_at_idx ON admin_passkey_challenges (expires_at);
CREATE INDEX admin_passkey_challenges_site_idx ON admin_passkey_challenges (site, created_at DESC);
CREATE INDEX admin_passkeys_admin_user_id_idx ON admin_passkeys (admin_user_id, created_at);
CREATE INDEX admin_sessions_active_expires_at_idx ON admin_sessions (expires_at) WHERE is_active;
CREATE INDEX admin_sessions_admin_user_id_idx ON admin_sessions (admin_user_id);
CREATE INDEX admin_sessions_created_at_idx ON admin_sessions (created_at DESC, id DESC);
CREATE INDEX admin_sessions_device_id_idx ON admin_sessions (device_id) WHERE (device_id IS NOT NULL);

CREATE UNIQUE INDEX admin_users_email_key ON admin_users (lower((email COLLATE "C")));
CREATE UNIQUE INDEX admin_users_username_key ON admin_users (lower((username COLLATE "C")));

CREATE INDEX blog_posts_category_created_at_idx ON blog_posts (category, created_at DESC, id DESC) WHERE (is_published AND (deleted_at IS NULL));
CREATE INDEX blog_posts_created_at_idx ON blog_posts (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX blog_posts_former_slugs_idx ON blog_posts USING gin (former_slugs) WHERE (is_published AND (deleted_at IS NULL));
CREATE INDEX blog_posts_published_created_at_idx ON blog_posts (created_at DESC, id DESC) WHERE (is_published AND (deleted_at IS NULL));

CREATE UNIQUE INDEX blog_posts_slug_key ON blog_posts (slug) WHERE (deleted_at IS NULL);

CREATE INDEX clients_created_at_idx ON clients (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX clients_featured_created_at_idx ON clients (created_at DESC, id DESC) WHERE (is_featured AND (deleted_at IS NULL));
CREATE INDEX contact_message_audit_action_created_at_idx ON contact_message_audit (action, created_at DESC, sequence DESC);
CREATE INDEX contact_message_audit_created_at_idx ON contact_message_audit (created_at DESC, sequence DESC);
CREATE INDEX contact_message_audit_message_id_idx ON contact_message_audit (message_id, created_at DESC);
CREATE INDEX contact_message_audit_order_id_idx ON contact_message_audit (order_id, created_at DESC) WHERE (order_id IS NOT NULL);
CREATE INDEX contact_message_audit_search_query_idx ON contact_message_audit USING gin (fold_search_text(search_query) gin_trgm_ops) WHERE (search_salt IS NOT NULL);
CREATE INDEX contact_message_audit_searches_idx ON contact_message_audit (created_at) WHERE (search_salt IS NOT NULL);
CREATE INDEX contact_messages_created_at_idx ON contact_messages (created_at DESC, id DESC);
CREATE INDEX contact_messages_email_idx ON contact_messages (lower(email), created_at DESC);
CREATE INDEX contact_messages_name_idx ON contact_messages (name, id);
CREATE INDEX contact_messages_retention_expires_at_idx ON contact_messages (retention_expires_at);
CREATE INDEX contact_messages_search_text_idx ON contact_messages USING gin (search_text gin_trgm_ops);
CREATE INDEX contact_messages_status_created_at_idx ON contact_messages (status, created_at DESC, id DESC);
CREATE INDEX contact_messages_suspect_created_at_idx ON contact_messages (created_at DESC, id DESC) WHERE is_suspect;
CREATE INDEX conversation_entries_conversation_id_idx ON conversation_entries (conversation_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX conversation_entries_mail_message_id_key ON conversation_entries (mail_message_id) WHERE (mail_message_id IS NOT NULL);

CREATE INDEX conversations_assignee_id_due_at_idx ON conversations (assignee_id, due_at, id) WHERE ((assignee_id IS NOT NULL) AND (due_at IS NOT NULL));
CREATE INDEX conversations_created_at_idx ON conversations (created_at);
CREATE INDEX conversations_due_at_idx ON conversations (due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX conversations_held_at_idx ON conversations (held_at) WHERE (held_at IS NOT NULL);

CREATE UNIQUE INDEX conversations_message_id_key ON conversations (message_id) WHERE (message_id IS NOT NULL);

CREATE INDEX conversations_nearly_due_idx ON conversations (due_at) WHERE (alert_level = 80);
CREATE INDEX conversations_next_alert_idx ON conversations (GREATEST(next_alert_at, snoozed_until)) WHERE (next_alert_at IS NOT NULL);
CREATE INDEX conversations_next_step_on_idx ON conversations (next_step_on, id) WHERE (next_step_on IS NOT NULL);

CREATE UNIQUE INDEX conversations_order_id_key ON conversations (order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX conversations_snoozed_until_idx ON conversations (snoozed_until, id) WHERE ((snoozed_until IS NOT NULL) AND (due_at IS NOT NULL));

CREATE UNIQUE INDEX conversations_token_hash_key ON conversations (token_hash) WHERE (token_hash IS NOT NULL);

CREATE INDEX conversations_unassigned_due_at_idx ON conversations (due_at, id) WHERE ((assignee_id IS NULL) AND (due_at IS NOT NULL));
CREATE INDEX conversations_without_token_idx ON conversations (id) WHERE (token_hash IS NULL);
CREATE INDEX ddos_request_logs_visitors_idx ON ddos_request_logs (created_at, id) WHERE (NOT is_admin);
CREATE INDEX ddos_request_logs_ip_address_idx ON ddos_request_logs (ip_address, created_at, id);
CREATE INDEX ddos_request_logs_response_status_idx ON ddos_request_logs (response_status, created_at, id);
CREATE INDEX erasures_erased_at_idx ON erasures (erased_at DESC, id DESC);
CREATE INDEX faqs_published_sort_order_idx ON faqs (sort_order, id) WHERE (is_published AND (deleted_at IS NULL));
CREATE INDEX faqs_sort_order_idx ON faqs (sort_order, id) WHERE (deleted_at IS NULL);
CREATE INDEX ip_security_rules_created_at_idx ON ip_security_rules (created_at DESC, id DESC);
CREATE INDEX ip_security_rules_created_by_idx ON ip_security_rules (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX ip_security_rules_expires_at_idx ON ip_security_rules (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX ip_security_rules_ip_address_idx ON ip_security_rules (ip_address);
CREATE INDEX lead_status_changes_message_id_idx ON lead_status_changes (message_id, created_at DESC) WHERE (message_id IS NOT NULL);
CREATE INDEX lead_status_changes_order_id_idx ON lead_status_changes (order_id, created_at DESC) WHERE (order_id IS NOT NULL);
CREATE INDEX order_attachments_entry_id_idx ON order_attachments (entry_id) WHERE (entry_id IS NOT NULL);
CREATE INDEX order_attachments_form_key_idx ON order_attachments (form_key);
CREATE INDEX order_attachments_order_id_idx ON order_attachments (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX order_attachments_unclaimed_idx ON order_attachments (created_at) WHERE (status <> 'claimed'::text);
CREATE INDEX orders_created_at_idx ON orders (created_at DESC, id DESC);
CREATE INDEX orders_email_idx ON orders (lower(email), created_at DESC);
CREATE INDEX orders_full_name_idx ON orders (full_name, id);
CREATE INDEX orders_search_text_idx ON orders USING gin (search_text gin_trgm_ops);
CREATE INDEX orders_status_created_at_idx ON orders (status, created_at DESC, id DESC);
CREATE INDEX orders_suspect_created_at_idx ON orders (created_at DESC, id DESC) WHERE is_suspect;

CREATE UNIQUE INDEX outbox_mails_audit_head_key ON outbox_mails (((payload ->> 'day'::text)), recipient) WHERE (kind = 'audit.head'::text);

CREATE INDEX outbox_mails_conversation_id_idx ON outbox_mails (conversation_id, created_at DESC) WHERE (conversation_id IS NOT NULL);
CREATE INDEX outbox_mails_due_idx ON outbox_mails (next_attempt_at, id) WHERE (status = 'pending'::text);
CREATE INDEX outbox_mails_undelivered_idx ON outbox_mails (status, id) WHERE (status = ANY (ARRAY['failed'::text, 'expired'::text, 'bounced'::text]));

CREATE UNIQUE INDEX outbox_mails_weekly_key ON outbox_mails (((payload ->> 'week'::text)), recipient) WHERE (kind = 'reports.weekly'::text);

CREATE INDEX projects_created_at_idx ON projects (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX projects_industry_category_created_at_idx ON projects (industry_category, created_at DESC, id DESC) WHERE (is_published AND (deleted_at IS NULL));
CREATE INDEX projects_published_created_at_idx ON projects (created_at DESC, id DESC) WHERE (is_published AND (deleted_at IS NULL));

CREATE UNIQUE INDEX reply_templates_name_key ON reply_templates (lower(name));

CREATE INDEX security_events_acknowledged_by_idx ON security_events (acknowledged_by) WHERE (acknowledged_by IS NOT NULL);
CREATE INDEX security_events_created_at_idx ON security_events (created_at DESC, id DESC);
CREATE INDEX security_events_event_type_created_at_idx ON security_events (event_type, created_at DESC);
CREATE INDEX security_events_ip_address_created_at_idx ON security_events (ip_address, created_at DESC);
CREATE INDEX team_members_sort_order_idx ON team_members (sort_order, id) WHERE (deleted_at IS NULL);
CREATE INDEX testimonials_created_at_idx ON testimonials (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX testimonials_featured_created_at_idx ON testimonials (created_at DESC, id DESC) WHERE (is_featured AND (deleted_at IS NULL));
CREATE INDEX tracking_link_requests_asked_at_idx ON tracking_link_requests (asked_at);
CREATE INDEX tracking_requests_conversation_id_idx ON tracking_requests (conversation_id, created_at);
CREATE INDEX tracking_requests_created_at_idx ON tracking_requests (created_at);
CREATE INDEX traffic_protection_changed_by_idx ON traffic_protection (changed_by) WHERE (changed_by IS NOT NULL);

CREATE TRIGGER admin_users_updated_at BEFORE UPDATE ON admin_users FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER blog_posts_updated_at BEFORE UPDATE ON blog_posts FOR EACH ROW WHEN (((NOT (old.content_html_version IS DISTINCT FROM new.content_html_version)) OR ((to_jsonb(old.*) - '{content_html,content_html_version}'::text[]) IS DISTINCT FROM (to_jsonb(new.*) - '{content_html,content_html_version}'::text[])))) EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER blog_posts_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON blog_posts FOR EACH STATEMENT EXECUTE FUNCTION bump_table_version();
CREATE TRIGGER clients_updated_at BEFORE UPDATE ON clients FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER clients_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON clients FOR EACH STATEMENT EXECUTE FUNCTION bump_table_version();
CREATE TRIGGER contact_message_audit_insert_only BEFORE DELETE OR TRUNCATE ON contact_message_audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER contact_message_audit_update BEFORE UPDATE ON contact_message_audit FOR EACH ROW WHEN (((old.search_digest IS NULL) OR (new.search_query IS NOT NULL) OR (new.search_salt IS NOT NULL) OR ((to_jsonb(new.*) - ARRAY['search_query'::text, 'search_salt'::text]) IS DISTINCT FROM (to_jsonb(old.*) - ARRAY['search_query'::text, 'search_salt'::text])))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER contact_messages_held BEFORE DELETE ON contact_messages FOR EACH ROW EXECUTE FUNCTION refuse_to_delete_held();
CREATE TRIGGER conversation_entries_files BEFORE DELETE ON conversation_entries FOR EACH ROW EXECUTE FUNCTION release_files_of_entry();
CREATE TRIGGER conversations_mails AFTER DELETE ON conversations FOR EACH ROW EXECUTE FUNCTION remove_mails_of_conversation();
CREATE TRIGGER conversations_without_lead AFTER UPDATE OF order_id, message_id ON conversations FOR EACH ROW WHEN ((num_nonnulls(new.order_id, new.message_id) = 0)) EXECUTE FUNCTION remove_conversation_without_lead();
CREATE TRIGGER faqs_updated_at BEFORE UPDATE ON faqs FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER faqs_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON faqs FOR EACH STATEMENT EXECUTE FUNCTION bump_table_version();
CREATE TRIGGER ip_security_rules_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON ip_security_rules FOR EACH STATEMENT EXECUTE FUNCTION bump_table_version();
CREATE TRIGGER orders_files BEFORE DELETE ON orders FOR EACH ROW EXECUTE FUNCTION release_files_of_order();
CREATE TRIGGER orders_held BEFORE DELETE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_to_delete_held();
CREATE TRIGGER orders_updated_at BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER projects_updated_at BEFORE UPDATE ON projects FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER projects_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON projects FOR EACH STATEMENT EXECUTE FUNCTION bump_table_version();
CREATE TRIGGER public_claims_delete_version AFTER DELETE ON public_claims FOR EACH ROW WHEN ((old.shown IS NOT NULL)) EXECUTE FUNCTION bump_table_version();
CREATE TRIGGER public_claims_insert_version AFTER INSERT ON public_claims FOR EACH ROW WHEN ((new.shown IS NOT NULL)) EXECUTE FUNCTION bump_table_version();
CREATE TRIGGER public_claims_truncate_version AFTER TRUNCATE ON public_claims FOR EACH STATEMENT EXECUTE FUNCTION bump_table_version();
CREATE TRIGGER public_claims_update_version AFTER UPDATE ON public_claims FOR EACH ROW WHEN ((new.shown IS DISTINCT FROM old.shown)) EXECUTE FUNCTION bump_table_version();
CREATE TRIGGER public_claims_updated_at BEFORE UPDATE ON public_claims FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER reply_templates_updated_at BEFORE UPDATE ON reply_templates FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER site_settings_updated_at BEFORE UPDATE ON site_settings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER site_settings_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON site_settings FOR EACH STATEMENT EXECUTE FUNCTION bump_table_version();
CREATE TRIGGER team_members_updated_at BEFORE UPDATE ON team_members FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER team_members_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON team_members FOR EACH STATEMENT EXECUTE FUNCTION bump_table_version();
CREATE TRIGGER testimonials_updated_at BEFORE UPDATE ON testimonials FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER testimonials_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON testimonials FOR EACH STATEMENT EXECUTE FUNCTION bump_table_version();
CREATE TRIGGER traffic_protection_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON traffic_protection FOR EACH STATEMENT EXECUTE FUNCTION bump_table_version();

ALTER TABLE ONLY admin_devices ADD CONSTRAINT admin_devices_admin_user_id_fkey FOREIGN KEY (admin_user_id) REFERENCES admin_users(id) ON DELETE CASCADE;
ALTER TABLE ONLY admin_invitations ADD CONSTRAINT admin_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES admin_users(id) ON DELETE SET NULL;
ALTER TABLE ONLY admin_login_challenges ADD CONSTRAINT admin_login_challenges_admin_user_id_fkey FOREIGN KEY (admin_user_id) REFERENCES admin_users(id) ON DELETE CASCADE;
ALTER TABLE ONLY admin_passkey_challenges ADD CONSTRAINT admin_passkey_challenges_admin_user_id_fkey FOREIGN KEY (admin_user_id) REFERENCES admin_users(id) ON DELETE CASCADE;
ALTER TABLE ONLY admin_passkeys ADD CONSTRAINT admin_passkeys_admin_user_id_fkey FOREIGN KEY (admin_user_id) REFERENCES admin_users(id) ON DELETE CASCADE;
ALTER TABLE ONLY admin_recovery_codes ADD CONSTRAINT admin_recovery_codes_admin_user_id_fkey FOREIGN KEY (admin_user_id) REFERENCES admin_users(id) ON DELETE CASCADE;
ALTER TABLE ONLY admin_sessions ADD CONSTRAINT admin_sessions_admin_user_id_fkey FOREIGN KEY (admin_user_id) REFERENCES admin_users(id) ON DELETE CASCADE;
ALTER TABLE ONLY admin_sessions ADD CONSTRAINT admin_sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES admin_devices(id) ON DELETE SET NULL;
ALTER TABLE ONLY conversation_entries ADD CONSTRAINT conversation_entries_admin_user_id_fkey FOREIGN KEY (admin_user_id) REFERENCES admin_users(id) ON DELETE SET NULL;
ALTER TABLE ONLY conversation_entries ADD CONSTRAINT conversation_entries_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY conversations ADD CONSTRAINT conversations_answering_admin_id_fkey FOREIGN KEY (answering_admin_id) REFERENCES admin_users(id) ON DELETE SET NULL;
ALTER TABLE ONLY conversations ADD CONSTRAINT conversations_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES admin_users(id) ON DELETE SET NULL;
ALTER TABLE ONLY conversations ADD CONSTRAINT conversations_first_responded_by_fkey FOREIGN KEY (first_responded_by) REFERENCES admin_users(id) ON DELETE SET NULL;
ALTER TABLE ONLY conversations ADD CONSTRAINT conversations_held_by_fkey FOREIGN KEY (held_by) REFERENCES admin_users(id) ON DELETE SET NULL;
ALTER TABLE ONLY conversations ADD CONSTRAINT conversations_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_messages(id) ON DELETE SET NULL;
ALTER TABLE ONLY conversations ADD CONSTRAINT conversations_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE SET NULL;
ALTER TABLE ONLY deferred_mails ADD CONSTRAINT deferred_mails_inbox_fkey FOREIGN KEY (inbox) REFERENCES mail_inboxes(name) ON DELETE CASCADE;
ALTER TABLE ONLY ip_security_rules ADD CONSTRAINT ip_security_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES admin_users(id) ON DELETE SET NULL;
ALTER TABLE ONLY lead_status_changes ADD CONSTRAINT lead_status_changes_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_messages(id) ON DELETE CASCADE;
ALTER TABLE ONLY lead_status_changes ADD CONSTRAINT lead_status_changes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE ONLY order_attachments ADD CONSTRAINT order_attachments_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES conversation_entries(id);
ALTER TABLE ONLY order_attachments ADD CONSTRAINT order_attachments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE ONLY public_claims ADD CONSTRAINT public_claims_attested_by_fkey FOREIGN KEY (attested_by) REFERENCES admin_users(id) ON DELETE SET NULL;
ALTER TABLE ONLY saved_filters ADD CONSTRAINT saved_filters_admin_user_id_fkey FOREIGN KEY (admin_user_id) REFERENCES admin_users(id) ON DELETE CASCADE;
ALTER TABLE ONLY security_events ADD CONSTRAINT security_events_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES admin_users(id) ON DELETE SET NULL;
ALTER TABLE ONLY tracking_requests ADD CONSTRAINT tracking_requests_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY traffic_protection ADD CONSTRAINT traffic_protection_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES admin_users(id) ON DELETE SET NULL;

REVOKE ALL ON FUNCTION empty_audit_searches(uuid[]) FROM PUBLIC;

INSERT INTO site_settings (id) VALUES ('00000000-0000-0000-0000-000000000000');
INSERT INTO traffic_protection DEFAULT VALUES;
INSERT INTO table_versions (name) VALUES ('testimonials'), ('blog_posts'), ('faqs'), ('projects'), ('clients'),
    ('ip_security_rules'), ('team_members'), ('public_claims');
