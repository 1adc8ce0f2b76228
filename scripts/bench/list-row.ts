import { sql as raw } from 'kysely';
import { createDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { columnsOf } from '#server/db/present-row.ts';
import { orderSchemas } from '#shared/orders/admin-schema.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { assertOnly, runClient } from './client-tasks.ts';
import { fillLeads } from './fill-leads.ts';
import { SERVER_CORE } from './machine.ts';
import { type Bench, type Measurement, type Plan, type Result, takeTurns } from './measurement.ts';
import { median } from './statistics.ts';

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
      dataDir: bench.dataDir,
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
];
