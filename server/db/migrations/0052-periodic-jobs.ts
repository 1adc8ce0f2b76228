import { type Kysely, sql } from 'kysely';

/** Reminders that the former job queue had not posted yet go to the outbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table periodic_jobs (
      name text primary key,
      due_at timestamptz(3) not null,
      attempts integer not null default 0,
      last_error text
    );

    do $$ begin
      if to_regclass('jobs._private_jobs') is null then return; end if;
      insert into outbox_mails (id, kind, recipient, payload, conversation_id)
      select gen_random_uuid(), 'promise.webhook', 'webhook', job.payload::jsonb, conversation.id
      from jobs._private_jobs as job
      join jobs._private_tasks as task on task.id = job.task_id and task.identifier = 'promise.webhook'
      join conversations as conversation on conversation.id::text = job.payload ->> 'conversationId';
    end $$;
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table periodic_jobs`.execute(db);
}
