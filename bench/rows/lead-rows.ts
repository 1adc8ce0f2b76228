import { sql } from 'kysely';
import { type ClientResult, runClient } from '../lib/client.ts';
import {
  type Bench,
  type Measurement,
  median,
  type Result,
  summarize,
  takeTurns,
} from '../lib/measurement.ts';

const CONNECTIONS = 16;
const ADDRESSES_PER_TURN = 60_000;
const WARM_UP_TURNS = 4;

const PLAIN = 'bench_plain';

type Kind = 'messages' | 'orders';

let firstSender = 0;

/** A table with the columns of messages and a primary key only. */
async function createPlainTable(bench: Bench): Promise<void> {
  const { db } = await bench.database();
  await bench.site();
  await sql`
    create table if not exists ${sql.table(PLAIN)} (
      like contact_messages including defaults,
      primary key (id)
    )
  `.execute(db);
  await sql`alter table ${sql.table(PLAIN)} alter column search_text drop not null`.execute(db);
}

async function insert(bench: Bench): Promise<ClientResult> {
  const { seconds } = bench.settings;
  const { url } = await bench.database();
  const task = { kind: 'insert', url, table: PLAIN, connections: CONNECTIONS, seconds } as const;
  return runClient(bench.tools, { ...task, expected: 201 });
}

async function send(bench: Bench, kind: Kind): Promise<ClientResult> {
  const { port } = await bench.site();
  const { seconds } = bench.settings;
  firstSender += ADDRESSES_PER_TURN;
  const task = { kind, port, firstSender, connections: CONNECTIONS, seconds };
  return runClient(bench.tools, { ...task, expected: 201 });
}

async function countRows(bench: Bench) {
  const { db } = await bench.database();
  const { rows } = await sql<{ messages: number; orders: number; attached: number }>`
    select (select count(*)::int from contact_messages) as messages,
      (select count(*)::int from orders) as orders,
      (select count(*)::int from order_attachments
        where status = 'claimed' and size_bytes = 100000) as attached
  `.execute(db);
  return rows[0] ?? { messages: 0, orders: 0, attached: 0 };
}

async function measure(bench: Bench, kind: Kind): Promise<Result[]> {
  await createPlainTable(bench);
  const site = await bench.site();
  // The process compiles the code of forms over some thousands of them.
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) await send(bench, kind);
  const before = await countRows(bench);
  const turns = await takeTurns(
    bench.settings.databaseRounds,
    () => send(bench, kind),
    () => insert(bench),
  );
  site.emptyLog();
  const after = await countRows(bench);
  const acknowledged = turns.reduce((sum, { subject }) => sum + subject.done, 0);
  const stored = after[kind] - before[kind];
  if (stored !== acknowledged) {
    throw new Error(`${acknowledged} ${kind} were acknowledged and ${stored} are stored`);
  }
  const attached = after.attached - before.attached;
  if (kind === 'orders' && attached !== acknowledged) {
    throw new Error(`${attached} files for ${acknowledged} orders`);
  }
  const p99 = median(turns.map(({ subject }) => subject.p99Ms));
  const note = `${acknowledged.toLocaleString('en')} acknowledged, each found in the database; p99 ${p99.toFixed(1)} ms`;
  return [summarize(turns, ({ perSecond }) => perSecond, note)];
}

export const LEAD_ROWS: Measurement[] = [
  {
    name: 'messages',
    plans: [
      {
        label: 'contact messages accepted, against raw inserts',
        unit: '/s',
        isRatio: true,
        must: 0.2,
        aim: 0.4,
      },
    ],
    run: (bench) => measure(bench, 'messages'),
  },
  {
    name: 'orders',
    plans: [{ label: 'orders with one 100 kB file accepted', unit: '/s', must: 300, aim: 1_000 }],
    run: (bench) => measure(bench, 'orders'),
  },
];
