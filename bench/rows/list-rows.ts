import { sql as raw } from 'kysely';
import { columnsOf } from '../../server/db/present-row.ts';
import { orderSchemas } from '../../shared/orders/admin-schema.ts';
import { QUEUE_PAGE_SIZE } from '../../shared/queue/values.ts';
import { runClient } from '../lib/client.ts';
import { fillLeads } from '../lib/fill-leads.ts';
import { type FilledSite, openFilled } from '../lib/filled.ts';
import {
  type Bench,
  type Measurement,
  type Result,
  type Settings,
  summarize,
  takeTurns,
} from '../lib/measurement.ts';

const LIMIT = 100;
/** Quick runs have a fiftieth of the rows. */
const reduce = (rows: number, { isQuick }: Settings) => (isQuick ? rows / 50 : rows);

type Statement = { sql: string; parameters: readonly unknown[] };

/** Calls of the API in turn with the statement that reads the same rows. */
async function takeCalls(
  { tools, settings }: Bench,
  site: FilledSite,
  path: string,
  connections: number,
  { sql, parameters }: Statement,
  rows: number,
) {
  const common = { connections, seconds: settings.seconds };
  const call = () => runClient(tools, { expected: 200, ...site.call(path), ...common });
  const select = () =>
    runClient(tools, { expected: 200, ...site.select(sql, parameters, rows), ...common });
  await call();
  const turns = await takeTurns(settings.databaseRounds, call, select);
  await site.end();
  return turns;
}

async function measureList(bench: Bench, rows: number): Promise<Result> {
  const started = performance.now();
  const site = await openFilled(bench, `list_${rows}`, (db) => fillLeads(db, rows, ['orders']));
  const seconds = Math.round((performance.now() - started) / 1_000);
  const statement = site.db
    .selectFrom('orders')
    .select(columnsOf(orderSchemas.listItem.omit({ fileCount: true })))
    .select(raw<number>`cardinality(file_urls)`.as('fileCount'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LIMIT)
    .compile();
  const turns = await takeCalls(bench, site, `orders?limit=${LIMIT}`, 8, statement, LIMIT);
  return summarize(
    turns,
    ({ perSecond }) => perSecond,
    `8 connections; each call also writes its row of the audit; ${rows.toLocaleString('en')} orders filled in ${seconds} s`,
  );
}

const QUEUE_PAGE = `select conversations.*, full_name, name, reference, service_type, estimated_budget, left(message, 160)
  from conversations
  left join orders on orders.id = order_id
  left join contact_messages on contact_messages.id = message_id
  where due_at is not null and (snoozed_until is null or snoozed_until <= now())
  order by due_at, conversations.id limit ${QUEUE_PAGE_SIZE}`;

async function measureQueue(bench: Bench, rows: number): Promise<Result> {
  const site = await openFilled(bench, 'queue', async (db) => {
    await fillLeads(db, rows / 2);
    // All are unanswered, a tenth of them snoozed.
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
  });
  const statement = { sql: QUEUE_PAGE, parameters: [] };
  const turns = await takeCalls(bench, site, 'queue', 1, statement, QUEUE_PAGE_SIZE);
  return summarize(
    turns,
    ({ p99Ms }) => p99Ms,
    `99th percentile over one connection; each call also writes its row of the audit; ${rows.toLocaleString('en')} enquiries in the queue`,
  );
}

const LIST = { unit: '/s', isRatio: true } as const;
const QUEUE = { unit: 'ms', isRatio: true, must: 12, aim: 6 } as const;

export const LIST_ROWS: Measurement[] = [
  {
    name: 'list',
    plans: [{ label: 'admin list of 100 out of 1,000, against its SQL', ...LIST }],
    run: async (bench) => [await measureList(bench, 1_000)],
  },
  {
    name: 'list',
    plans: [
      {
        label: 'admin list of 100 out of 1,000,000, against its SQL',
        ...LIST,
        must: 0.08,
        aim: 0.15,
      },
    ],
    run: async (bench) => [await measureList(bench, reduce(1_000_000, bench.settings))],
  },
  {
    name: 'queue',
    plans: [{ label: 'first page of the queue of 100,000, p99 against its SQL', ...QUEUE }],
    run: async (bench) => [await measureQueue(bench, reduce(100_000, bench.settings))],
  },
];
