import { sql } from 'kysely';
import { assertOnly, type ClientResult, runClient } from '../lib/client-tasks.ts';
import { type Bench, type Measurement, type Result, takeTurns } from '../lib/measurement.ts';
import { median } from '../lib/statistics.ts';

const CONNECTIONS = 16;
const ADDRESSES_PER_TURN = 60_000;
const WARM_UP_TURNS = 4;

const PLAIN = 'bench_plain';
const INDEXED = 'bench_indexed';

let firstSender = 0;

async function makeTables(bench: Bench): Promise<string> {
  const { db, url } = await bench.database();
  await bench.site();
  await sql`
    create table if not exists ${sql.table(PLAIN)} (
      like contact_messages including defaults,
      primary key (id)
    )
  `.execute(db);
  await sql`alter table ${sql.table(PLAIN)} alter column search_text drop not null`.execute(db);
  await sql`
    create table if not exists ${sql.table(INDEXED)} (like contact_messages including all)
  `.execute(db);
  return url;
}

async function insert(bench: Bench, url: string, table: string): Promise<ClientResult> {
  const { seconds } = bench.settings;
  const task = { kind: 'insert', url, table, connections: CONNECTIONS, seconds } as const;
  const result = await runClient(bench.tools, task);
  assertOnly(201, result);
  return result;
}

async function send(bench: Bench, kind: 'messages' | 'orders'): Promise<ClientResult> {
  const { port } = await bench.site();
  const { seconds } = bench.settings;
  firstSender += ADDRESSES_PER_TURN;
  const result = await runClient(bench.tools, {
    kind,
    port,
    firstSender,
    connections: CONNECTIONS,
    seconds,
  });
  assertOnly(201, result);
  return result;
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

async function measure(bench: Bench, kind: 'messages' | 'orders'): Promise<Result[]> {
  const url = await makeTables(bench);
  const site = await bench.site();
  // Until here the process has hardly seen a form: its code is compiled over some thousands of them.
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) await send(bench, kind);
  const before = await countRows(bench);
  const turns = await takeTurns(
    bench.settings.databaseRounds,
    () => send(bench, kind),
    () => insert(bench, url, PLAIN),
  );
  site.emptyLog();
  const after = await countRows(bench);
  const acknowledged = turns.reduce((sum, { subject }) => sum + subject.done, 0);
  const stored = {
    messages: after.messages - before.messages,
    orders: after.orders - before.orders,
  };
  if (stored[kind] !== acknowledged) {
    throw new Error(`${acknowledged} ${kind} were acknowledged and ${stored[kind]} are stored`);
  }
  if (kind === 'orders' && after.attached - before.attached !== acknowledged) {
    throw new Error(`${after.attached - before.attached} files for ${acknowledged} orders`);
  }
  const measurement = median(turns.map(({ subject }) => subject.perSecond));
  const notes = [
    `${acknowledged.toLocaleString('en')} acknowledged, each found in the database`,
    `p99 ${median(turns.map(({ subject }) => subject.p99Ms)).toFixed(1)} ms`,
  ];
  if (kind === 'messages') {
    const indexed = await insert(bench, url, INDEXED);
    notes.push(
      `inserts into a copy with all indexes and checks: ${Math.round(indexed.perSecond).toLocaleString('en')}/s, ratio ${(measurement / indexed.perSecond).toFixed(2)}`,
    );
  }
  return [
    {
      measurement,
      reference: median(turns.map(({ reference }) => reference.perSecond)),
      ratio: median(turns.map(({ subject, reference }) => subject.perSecond / reference.perSecond)),
      note: notes.join('; '),
    },
  ];
}

export const LEAD_ROWS: Measurement[] = [
  {
    name: 'messages',
    plans: [
      {
        label: 'contact messages accepted, against raw inserts',
        unit: '/s',
        judged: 'ratio',
        better: 'higher',
        must: 0.2,
        aim: 0.4,
      },
    ],
    run: (bench) => measure(bench, 'messages'),
  },
  {
    name: 'orders',
    plans: [
      {
        label: 'orders with one 100 kB file accepted',
        unit: '/s',
        judged: 'figure',
        better: 'higher',
        must: 300,
        aim: 1_000,
      },
    ],
    run: (bench) => measure(bench, 'orders'),
  },
];
