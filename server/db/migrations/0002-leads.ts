import { type Kysely, sql } from 'kysely';

export const ACCENTED = 'İIıŞşĞğÜüÖöÇçÀÁÂÃÄÅàáâãäåÈÉÊËèéêëÌÍÎÏìíîïÒÓÔÕòóôõÙÚÛùúûÑñÝýÿ';
export const FOLDED = 'iiissgguuooccaaaaaaaaaaaaeeeeeeeeiiiiiiiioooooooouuuuuunnyyy';

// Lower-casing 'İ' in JavaScript leaves this mark behind; a character without counterpart is removed by translate().
export const COMBINING_DOT = '\u0307';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists pg_trgm;

    create function fold_search_text(value text) returns text
      language sql immutable parallel safe
      return lower(translate(
        normalize(value, NFC),
        ${sql.lit(ACCENTED + COMBINING_DOT)},
        ${sql.lit(FOLDED)}
      ));
  `.execute(db);

  await sql`
    create table orders (
      id uuid primary key,
      reference text not null unique,
      idempotency_key uuid not null unique,
      request_hash bytea not null,
      full_name text not null,
      email text not null,
      phone text,
      company text,
      service_type text not null,
      project_description text not null,
      desired_features text[] not null,
      estimated_budget text not null,
      target_timeline text not null,
      required_languages text[] not null,
      file_urls text[] not null default '{}',
      terms_version text not null,
      terms_accepted_at timestamptz(3) not null,
      status text not null default 'new',
      notes text,
      is_suspect boolean not null default false,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      search_text text not null generated always as (fold_search_text(
        reference || chr(10) || full_name || chr(10) || email || chr(10) ||
        coalesce(phone, '') || chr(10) || coalesce(company, '') || chr(10) ||
        service_type || chr(10) || project_description
      )) stored,
      constraint orders_reference check (char_length(reference) between 4 and 32),
      constraint orders_request_hash check (octet_length(request_hash) = 32),
      constraint orders_full_name check (char_length(full_name) between 2 and 200),
      constraint orders_email check (char_length(email) <= 254 and email like '_%@_%'),
      constraint orders_phone check (char_length(phone) <= 40),
      constraint orders_company check (char_length(company) <= 200),
      constraint orders_service_type check (service_type in (
        'Shipment & Logistics Systems', 'Invoicing & Finance Tools', 'Business Dashboards',
        'Real Estate Applications', 'Mapping & Location Apps', 'Custom Business Applications'
      )),
      constraint orders_project_description
        check (char_length(project_description) between 50 and 10000),
      constraint orders_desired_features check (
        cardinality(desired_features) between 1 and 10
        and desired_features <@ array[
          'User Authentication', 'Payment Integration', 'Real-time Notifications',
          'Mobile Responsive Design', 'API Integration', 'Database Management',
          'File Upload/Management', 'Multi-language Support', 'Advanced Analytics',
          'Third-party Integrations'
        ]
      ),
      constraint orders_estimated_budget
        check (estimated_budget in ('under-5k', '5k-15k', '15k-50k', 'over-50k')),
      constraint orders_target_timeline
        check (target_timeline in ('30-days', '60-days', '90-days', 'not-sure')),
      constraint orders_required_languages check (
        cardinality(required_languages) between 1 and 4
        and required_languages <@ array['Arabic', 'English', 'Turkish', 'Multi-language']
      ),
      constraint orders_file_urls
        check (cardinality(file_urls) <= 10 and array_position(file_urls, null) is null),
      constraint orders_terms_version check (terms_version <> ''),
      constraint orders_status check (status in ('pending', 'new', 'in-progress', 'completed'))
    );
    create index orders_created_at_idx on orders (created_at desc, id desc);
    create index orders_status_created_at_idx on orders (status, created_at desc, id desc);
    create index orders_search_text_idx on orders using gin (search_text gin_trgm_ops);
    create trigger orders_updated_at before update on orders
      for each row execute function touch_updated_at();

    create table order_attachments (
      id uuid primary key,
      form_key uuid not null,
      order_id uuid references orders (id),
      path text not null unique,
      original_name text not null,
      content_type text not null,
      size_bytes integer not null,
      sha256 bytea not null,
      status text not null default 'staged',
      created_at timestamptz(3) not null default now(),
      constraint order_attachments_path
        check (path ~ '^order-attachments/[A-Za-z0-9_.-]{1,100}$'),
      constraint order_attachments_original_name
        check (char_length(original_name) between 1 and 255),
      constraint order_attachments_content_type check (
        content_type in ('image/jpeg', 'image/png', 'application/pdf', 'application/zip')
      ),
      constraint order_attachments_size_bytes check (size_bytes between 1 and 10485760),
      constraint order_attachments_sha256 check (octet_length(sha256) = 32),
      constraint order_attachments_status check (status in ('staged', 'claimed', 'removing')),
      constraint order_attachments_claim check (
        (status <> 'staged' or order_id is null) and (status <> 'claimed' or order_id is not null)
      )
    );
    create index order_attachments_form_key_idx on order_attachments (form_key);
    create index order_attachments_order_id_idx on order_attachments (order_id);
    create index order_attachments_unclaimed_idx on order_attachments (created_at)
      where status <> 'claimed';

    create table contact_messages (
      id uuid primary key,
      idempotency_key uuid unique,
      request_hash bytea,
      name text not null,
      email text not null,
      message text not null,
      status text not null default 'new',
      created_at timestamptz(3) not null default now(),
      responded_at timestamptz(3),
      data_classification text not null default 'confidential',
      access_count integer not null default 0,
      last_accessed_at timestamptz(3),
      retention_expires_at timestamptz(3) not null default now() + interval '2 years',
      is_suspect boolean not null default false,
      search_text text not null generated always as (
        fold_search_text(name || chr(10) || email || chr(10) || message)
      ) stored,
      constraint contact_messages_request_hash
        check (octet_length(request_hash) = 32),
      constraint contact_messages_idempotency
        check (idempotency_key is null or request_hash is not null),
      constraint contact_messages_name check (char_length(name) between 2 and 200),
      constraint contact_messages_email check (char_length(email) <= 254 and email like '_%@_%'),
      constraint contact_messages_message check (char_length(message) between 10 and 5000),
      constraint contact_messages_status check (status in ('new', 'read', 'responded')),
      constraint contact_messages_data_classification check (
        data_classification in ('public', 'internal', 'confidential', 'restricted')
      ),
      constraint contact_messages_access_count check (access_count >= 0)
    );
    create index contact_messages_created_at_idx on contact_messages (created_at desc, id desc);
    create index contact_messages_status_created_at_idx
      on contact_messages (status, created_at desc, id desc);
    create index contact_messages_retention_expires_at_idx
      on contact_messages (retention_expires_at);
    create index contact_messages_search_text_idx
      on contact_messages using gin (search_text gin_trgm_ops);

    create table outbox_mails (
      id uuid primary key,
      kind text not null,
      recipient text not null,
      payload jsonb not null default '{}',
      status text not null default 'pending',
      attempts integer not null default 0,
      created_at timestamptz(3) not null default now(),
      sent_at timestamptz(3),
      last_error text,
      constraint outbox_mails_kind check (char_length(kind) between 1 and 100),
      constraint outbox_mails_recipient check (char_length(recipient) between 3 and 1000),
      constraint outbox_mails_payload check (jsonb_typeof(payload) = 'object'),
      constraint outbox_mails_status check (status in ('pending', 'sent', 'failed')),
      constraint outbox_mails_attempts check (attempts >= 0)
    );
    create index outbox_mails_pending_created_at_idx on outbox_mails (created_at, id)
      where status = 'pending';
    create index outbox_mails_created_at_idx on outbox_mails (created_at desc, id desc);
  `.execute(db);
}

// The extension stays: whether this migration or the database's owner created it cannot be told.
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table outbox_mails, contact_messages, order_attachments, orders;
    drop function fold_search_text(text);
  `.execute(db);
}
