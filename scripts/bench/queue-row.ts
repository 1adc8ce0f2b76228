import { sql } from 'kysely';
import { createDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { QUEUE_PAGE_SIZE } from '#shared/queue/values.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { assertOnly, runClient } from './client-tasks.ts';
import { fillLeads } from './fill-leads.ts';
import { SERVER_CORE } from './machine.ts';
import { type Bench, type Measurement, type Result, takeTurns } from './measurement.ts';
import { median } from './statistics.ts';

const CONNECTIONS = 1;
const MANY = 100_000;
const MANY_QUICK = 10_000;

/** The page as plain SQL reads it. */
const PAGE = `select conversations.*, full_name, name, reference, service_type, estimated_budget, left(message, 160)
  from conversations
  left join orders on orders.id = order_id
  left join contact_messages on contact_messages.id = message_id
  where due_at is not null and (snoozed_until is null or snoozed_until <= now())
  order by due_at, conversations.id limit ${QUEUE_PAGE_SIZE}`;

async function measure(bench: Bench, rows: number): Promise<Result> {
  const { tools, settings, postgres } = bench;
  const url = await postgres.create(`bench_queue_${rows}`);
  const { db, destroy } = createDatabase({ connection: url, poolSize: 1, statementTimeoutMs: 0 });
  try {
    await migrateToLatest(db);
    await fillLeads(db, rows / 2);
    // All wait for an answer, every tenth is put off.
    await sql`
      insert into conversations (id, order_id, message_id, waiting_since, due_at, snoozed_until)
      select gen_random_uuid(), order_id, message_id, created_at, created_at + interval '1 hour',
        case when random() < 0.1 then now() + interval '1 day' end
      from (
        select id as order_id, null::uuid as message_id, created_at from orders
        union all select null, id, created_at from contact_messages
      ) as lead
    `.execute(db);
    await sql`vacuum (analyze) conversations`.execute(db);
    const { token } = await signInForTest(db);
    const { databaseRounds, seconds } = settings;
    const site = await bench.startSite({
      databaseUrl: url,
      dataDir: bench.dataDir,
      core: SERVER_CORE,
    });
    const common = { connections: CONNECTIONS, seconds };
    const call = async () => {
      const headers = { 'x-admin-session': token };
      const target = { port: site.port, path: '/api/admin/queue', headers };
      const result = await runClient(tools, { kind: 'call', ...target, ...common });
      assertOnly(200, result);
      return result;
    };
    const select = async () => {
      const statement = { sql: PAGE, parameters: [], rows: QUEUE_PAGE_SIZE };
      const result = await runClient(tools, { kind: 'select', url, ...statement, ...common });
      assertOnly(200, result);
      return result;
    };
    await call();
    const turns = await takeTurns(databaseRounds, call, select);
    await site.end();
    return {
      measurement: median(turns.map(({ subject }) => subject.p99Ms)),
      reference: median(turns.map(({ reference }) => reference.p99Ms)),
      ratio: median(turns.map(({ subject, reference }) => subject.p99Ms / reference.p99Ms)),
      note: `99th percentile over one connection; each call also writes its row of the audit; ${rows.toLocaleString('en')} enquiries wait`,
    };
  } finally {
    await destroy();
  }
}

export const QUEUE_ROWS: readonly Measurement[] = [
  {
    name: 'queue',
    plans: [
      {
        label: 'first page of the queue of 100,000, p99 against its SQL',
        unit: 'ms',
        judged: 'ratio',
        better: 'lower',
        must: 12,
        aim: 6,
      },
    ],
    async run(bench) {
      if (!bench.settings.isQuick) return [await measure(bench, MANY)];
      const few = await measure(bench, MANY_QUICK);
      return [{ ...few, note: `QUICK, fewer rows; ${few.note}` }];
    },
  },
];
