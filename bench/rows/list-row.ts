import { join } from 'node:path';
import { sql as raw } from 'kysely';
import { createDatabase } from '../../server/db/client.ts';
import { migrateToLatest } from '../../server/db/migrate.ts';
import { columnsOf } from '../../server/db/present-row.ts';
import { orderSchemas } from '../../shared/orders/admin-schema.ts';
import { QUEUE_PAGE_SIZE } from '../../shared/queue/values.ts';
import { signInForTest } from '../../tests/support/admin.ts';
import { assertOnly, runClient } from '../lib/client-tasks.ts';
import { fillLeads } from '../lib/fill-leads.ts';
import { SERVER_CORE } from '../lib/machine.ts';
import {
  type Bench,
  type Measurement,
  type Plan,
  type Result,
  takeTurns,
} from '../lib/measurement.ts';
import { median } from '../lib/statistics.ts';

const CONNECTIONS = 8;
const LIMIT = 100;
const FEW = 1_000;
const MANY = 1_000_000;
const MANY_QUICK = 20_000;

async function measureSize(bench: Bench, rows: number): Promise<Result> {
  const { tools, settings, postgres } = bench;
  const url = await postgres.create(`bench_list_${rows}`);
  const { db, destroy } = createDatabase({ connection: url, poolSize: 1, statementTimeoutMs: 0 });
  try {
    await migrateToLatest(db);
    const started = performance.now();
    await fillLeads(db, rows, ['orders']);
    const fillSeconds = (performance.now() - started) / 1_000;
    const { token } = await signInForTest(db);
    const { sql, parameters } = db
      .selectFrom('orders')
      .select(columnsOf(orderSchemas.listItem.omit({ fileCount: true })))
      .select(raw<number>`cardinality(file_urls)`.as('fileCount'))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(LIMIT)
      .compile();
    const site = await bench.startSite({
      databaseUrl: url,
      dataDir: join(bench.dataDir, `list-${rows}`),
      core: SERVER_CORE,
    });
    const common = { connections: CONNECTIONS, seconds: settings.seconds };
    const call = async () => {
      const result = await runClient(tools, {
        kind: 'call',
        port: site.port,
        path: `/api/admin/orders?limit=${LIMIT}`,
        headers: { 'x-admin-session': token },
        ...common,
      });
      assertOnly(200, result);
      return result;
    };
    const select = async () => {
      const statement = { sql, parameters: [...parameters], rows: LIMIT };
      const result = await runClient(tools, { kind: 'select', url, ...statement, ...common });
      assertOnly(200, result);
      return result;
    };
    await call();
    const turns = await takeTurns(settings.databaseRounds, call, select);
    await site.end();
    return {
      measurement: median(turns.map(({ subject }) => subject.perSecond)),
      reference: median(turns.map(({ reference }) => reference.perSecond)),
      ratio: median(turns.map(({ subject, reference }) => subject.perSecond / reference.perSecond)),
      note: `${CONNECTIONS} connections; each call also writes its row of the audit; ${rows.toLocaleString('en')} orders filled in ${fillSeconds.toFixed(0)} s`,
    };
  } finally {
    await destroy();
  }
}

function planOf(label: string, must: number | null, aim: number | null): Plan {
  return { label, unit: '/s', judged: 'ratio', better: 'higher', must, aim };
}

const QUEUE_ROWS = 100_000;
const QUEUE_ROWS_QUICK = 10_000;

/** The page as plain SQL reads it. */
const PAGE = `select conversations.*, full_name, name, reference, service_type, estimated_budget, left(message, 160)
  from conversations
  left join orders on orders.id = order_id
  left join contact_messages on contact_messages.id = message_id
  where due_at is not null and (snoozed_until is null or snoozed_until <= now())
  order by due_at, conversations.id limit ${QUEUE_PAGE_SIZE}`;

async function measureQueue(bench: Bench, rows: number): Promise<Result> {
  const { tools, settings, postgres } = bench;
  const url = await postgres.create(`bench_queue_${rows}`);
  const { db, destroy } = createDatabase({ connection: url, poolSize: 1, statementTimeoutMs: 0 });
  try {
    await migrateToLatest(db);
    await fillLeads(db, rows / 2);
    // All wait for an answer, every tenth is put off.
    await raw`
      insert into conversations (id, order_id, message_id, waiting_since, due_at, snoozed_until)
      select gen_random_uuid(), order_id, message_id, created_at, created_at + interval '1 hour',
        case when random() < 0.1 then now() + interval '1 day' end
      from (
        select id as order_id, null::uuid as message_id, created_at from orders
        union all select null, id, created_at from contact_messages
      ) as lead
    `.execute(db);
    await raw`vacuum (analyze) conversations`.execute(db);
    const { token } = await signInForTest(db);
    const { databaseRounds, seconds } = settings;
    const site = await bench.startSite({
      databaseUrl: url,
      dataDir: join(bench.dataDir, 'queue'),
      core: SERVER_CORE,
    });
    const common = { connections: 1, seconds };
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

const NAME = 'list';

export const LIST_ROWS: Measurement[] = [
  {
    name: NAME,
    plans: [planOf('admin list of 100 out of 1,000, against its SQL', null, null)],
    run: async (bench) => [await measureSize(bench, FEW)],
  },
  {
    name: NAME,
    plans: [planOf('admin list of 100 out of 1,000,000, against its SQL', 0.08, 0.15)],
    async run(bench) {
      if (!bench.settings.isQuick) return [await measureSize(bench, MANY)];
      const few = await measureSize(bench, MANY_QUICK);
      return [{ ...few, note: `QUICK, fewer rows; ${few.note}` }];
    },
  },
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
      if (!bench.settings.isQuick) return [await measureQueue(bench, QUEUE_ROWS)];
      const few = await measureQueue(bench, QUEUE_ROWS_QUICK);
      return [{ ...few, note: `QUICK, fewer rows; ${few.note}` }];
    },
  },
];
