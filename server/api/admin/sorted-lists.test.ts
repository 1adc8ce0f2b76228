import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { formatCursor } from '#server/db/keyset.ts';
import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import { messages } from '#server/services/messages/index.ts';
import { orders } from '#server/services/orders/index.ts';
import { kebabCase } from '#shared/lib/case.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expectInvalid, listField, listPages } from '#tests/support/admin-requests.ts';
import { buildClient, buildContent, buildFaq } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestApp } from '#tests/support/test-app.ts';

type Row = { name: string; createdAt: Date; status: number };
type List = {
  path: string;
  table: Parameters<TestApp['db']['deleteFrom']>[0] & string;
  sorts: readonly string[];
  build: (db: TestApp['db'], row: Row) => Promise<{ id: string }>;
};

const LISTS: List[] = [
  {
    path: 'orders',
    table: 'orders',
    sorts: orders.sorts,
    build: (db, { name, createdAt, status }) => {
      const statuses = ['new', 'pending', 'in-progress', 'completed'] as const;
      return buildOrder(db, { fullName: name, createdAt, status: statuses[status] ?? 'new' });
    },
  },
  {
    path: 'messages',
    table: 'contactMessages',
    sorts: messages.sorts,
    build: (db, { name, createdAt, status }) => {
      const statuses = ['new', 'read', 'responded'] as const;
      return buildMessage(db, { name, createdAt, status: statuses[status] ?? 'new' });
    },
  },
  ...ALL_CONTENT.map(({ table, sorts, nameColumn, isSorted }): List => ({
    path: kebabCase(table),
    table,
    sorts,
    build: (db, { name, createdAt, status }) => {
      const order = isSorted ? { sortOrder: status } : {};
      return buildContent(db, table, { [nameColumn]: name, createdAt, ...order });
    },
  })),
];

const CASES = LISTS.flatMap((list) => list.sorts.map((sort) => ({ ...list, sort })));

// Few values, so that many rows are equal in them.
const ROWS = fc.array(
  fc.record({
    name: fc.constantFrom('Ada', 'ada', 'Özlem', 'Zeki "Z"', '’’', 'ş'.repeat(100)),
    createdAt: fc
      .constantFrom('2026-11-01', '2026-11-02', '2026-11-03')
      .map((day) => new Date(day)),
    status: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 14 },
);

/** Asserts that equal values stand together, and that times and numbers go one way. */
function expectSorted(items: Record<string, string>[], sort: string): void {
  const values = items.map((item) => item[sort.replace('-', '')]);
  if (['_at', '_order'].some((end) => sort.endsWith(end))) {
    const way = sort.startsWith('-') ? -1 : 1;
    const inOrder = values.toSorted((a, b) => (a === b ? 0 : String(a) < String(b) ? -way : way));
    expect(values).toEqual(inOrder);
  }
  if (sort.endsWith('status')) {
    expect(values.filter((value, index) => value !== values[index - 1])).toHaveLength(
      new Set(values).size,
    );
  }
}

it.for(CASES)(
  '$path by $sort visits every row exactly once, page by page of any size',
  async ({ path, table, sort, build }, { api, admin }) => {
    await fc.assert(
      fc.asyncProperty(ROWS, fc.integer({ min: 1, max: 4 }), async (rows, limit) => {
        await api.db.deleteFrom(table).execute();
        const built: string[] = [];
        for (const row of rows) built.push((await build(api.db, row)).id);
        const paged = await listPages(admin, `${path}?sort=${sort}&limit=${limit}`);
        expect(paged).toHaveLength(built.length);
        expect(new Set(paged.map(({ id }) => id))).toEqual(new Set(built));
        const whole = await listPages(admin, `${path}?sort=${sort}&limit=100`);
        expect(paged).toEqual(whole);
        expectSorted(paged, sort);
      }),
      { numRuns: 6 },
    );
  },
);

it.for(LISTS)(
  'the list of $path rejects an unknown sort, and the cursor of another sort',
  async ({ path, sorts, build }, { api, admin }) => {
    for (let index = 0; index < 3; index += 1) {
      await build(api.db, { name: 'Ada', createdAt: new Date('2026-11-01'), status: 0 });
    }
    const message = 'The list cannot be sorted by this';
    expectInvalid(await admin.get(`${path}?sort=id`), { sort: message });
    for (const sort of sorts) {
      const { body } = await admin.get(`${path}?sort=${sort}&limit=1`);
      for (const other of sorts) {
        const { status } = await admin.get(`${path}?sort=${other}&cursor=${body.next_cursor}`);
        expect(status, `${sort} in ${other}`).toBe(sort === other ? 200 : 400);
      }
    }
    const value = '2026-11-01T00:00:00.000Z';
    const grouped = formatCursor({ value, id: randomUUID(), sort: '-created_at', group: 'new' });
    expect((await admin.get(`${path}?cursor=${grouped}`)).status).toBe(400);
  },
);

it('tells names apart that begin with the same hundred letters', async ({ api, admin }) => {
  await api.db.deleteFrom('faqs').execute();
  for (let index = 0; index < 7; index += 1) {
    await buildFaq(api.db, { question: `${'"ş'.repeat(200)}${index}` });
  }
  const seen = await listPages(admin, 'faqs?sort=-question&limit=2');
  expect(new Set(seen.map(({ question }) => question)).size).toBe(7);
  expect(seen).toHaveLength(7);
});

it('puts capitals and accents of names where people look for them', async ({ api, admin }) => {
  await api.db.deleteFrom('clients').execute();
  for (const name of ['zeplin', 'Çelik', 'Zirve', 'ırmak', 'Delta', 'İnci']) {
    await buildClient(api.db, { name });
  }
  const names = ['Çelik', 'Delta', 'İnci', 'ırmak', 'zeplin', 'Zirve'];
  expect(await listField(admin, 'clients?sort=name', 'name')).toEqual(names);
  const [first] = (await admin.get('clients?sort=name')).body.items;
  expect(first).not.toHaveProperty('sorted_by');
});
