import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { FAQ } from '#shared/faqs/admin-schema.ts';
import {
  type AdminRequests,
  expectError,
  expectInvalid,
  listField,
} from '#tests/support/admin-requests.ts';
import { buildFaq } from '#tests/support/factories.ts';
import { waitForLocks } from '#tests/support/sign-in.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';
import { updateRows } from '#tests/support/database/rows.ts';

const NO_SUCH_ID = '01890000-0000-7000-8000-000000000000';

it.beforeEach(({ api }) => api.db.deleteFrom('faqs').execute());

const INPUT = { question: 'What does it cost?', answer: 'It depends.\nAsk us.' };

async function create(admin: AdminRequests, changes: Record<string, unknown> = {}) {
  const { status, body } = await admin.post('faqs', { ...INPUT, ...changes });
  expect(status).toBe(201);
  return body as { id: string; category: string; sort_order: number };
}

const listOrder = (admin: AdminRequests) => listField(admin, 'faqs');

describe('a new question', () => {
  it('goes to the end, whatever is deleted or given', async ({ api, admin }) => {
    await buildFaq(api.db, { sortOrder: 40, deletedAt: new Date() });
    const first = await create(admin, { sort_order: 12 });
    expect(first).toMatchObject({ category: 'General', sort_order: 0 });
    await api.db.updateTable('faqs').set({ sortOrder: 7 }).execute();
    for (const place of [8, 9]) expect((await create(admin)).sort_order).toBe(place);
  });

  it('stays last behind the largest sort order', async ({ api, admin }) => {
    const last = await buildFaq(api.db, { sortOrder: 1_000_000_000 });
    const added = await create(admin);
    expect(added.sort_order).toBe(1_000_000_000);
    expect(await listOrder(admin)).toEqual([last.id, added.id]);
  });
});

describe('moving', () => {
  async function buildOrder(api: TestApp, sortOrders: number[]): Promise<string[]> {
    const ids: string[] = [];
    for (const sortOrder of sortOrders) ids.push((await buildFaq(api.db, { sortOrder })).id);
    return ids;
  }

  const move = (admin: AdminRequests, id: string | undefined, direction: string) =>
    admin.post(`faqs/${id}/move`, { direction });

  it('swaps a question with its neighbour, passing over deleted ones', async ({ api, admin }) => {
    const [a, b, c] = await buildOrder(api, [3, 10, 11]);
    expect((await move(admin, b, 'up')).body).toMatchObject({ id: b, sort_order: 3 });
    expect(await listOrder(admin)).toEqual([b, a, c]);
    expect((await move(admin, b, 'down')).body).toMatchObject({ id: b, sort_order: 10 });
    const rows = await api.db.selectFrom('faqs').select('sortOrder').orderBy('id').execute();
    expect(rows.map(({ sortOrder }) => sortOrder)).toEqual([3, 10, 11]);
    expect((await move(admin, c, 'up')).body.sort_order).toBe(10);
    await admin.remove(`faqs/${c}`);
    await move(admin, b, 'up');
    expect(await listOrder(admin)).toEqual([b, a]);
  });

  it('does what a list in memory does, for all sort orders and moves', async ({ api, admin }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(fc.nat(5), fc.constantFrom('up', 'down')), { maxLength: 8 }),
        async (sortOrders, moves) => {
          await api.db.deleteFrom('faqs').execute();
          await buildOrder(api, sortOrders);
          const wanted = await listOrder(admin);
          for (const [place, direction] of moves) {
            const from = place % wanted.length;
            const to = direction === 'up' ? from - 1 : from + 1;
            const id = wanted[from];
            const other = wanted[to];
            expect((await move(admin, id, direction)).status).toBe(200);
            if (id && other) [wanted[from], wanted[to]] = [other, id];
          }
          expect(await listOrder(admin)).toEqual(wanted);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('keeps places unique under parallel moves, adds and deletes', async ({ api, admin }) => {
    const ids = await buildOrder(api, [0, 1, 2, 3, 4, 5, 6, 7]);
    const responses = await Promise.all([
      ...Array.from({ length: 60 }, (_, index) =>
        move(admin, ids[(index * 5) % ids.length], index % 3 ? 'up' : 'down'),
      ),
      ...Array.from({ length: 6 }, () => admin.post('faqs', INPUT)),
      ...ids.slice(6).map((id) => admin.remove(`faqs/${id}`)),
    ]);
    for (const { status } of responses) expect([200, 201, 404]).toContain(status);
    const places = await listField(admin, 'faqs', 'sort_order');
    expect([places.length, new Set(places).size]).toEqual([12, 12]);
  });

  it('waits for a save that is under way, and takes it into account', async ({ api, admin }) => {
    const [a, b, c] = await buildOrder(api, [0, 1, 2]);
    let moved: Promise<{ status: number }> | undefined;
    await api.db.transaction().execute(async (tx) => {
      await updateRows(tx, 'faqs', { id: b ?? '' }, { sortOrder: 9 });
      moved = move(admin, a, 'down');
      await waitForLocks(api.db);
    });
    expect((await moved)?.status).toBe(200);
    expect(await listOrder(admin)).toEqual([c, a, b]);
  });

  it('rejects another direction, and ids that are unknown or deleted', async ({ api, admin }) => {
    const [a, deleted] = await buildOrder(api, [0, 1]);
    await admin.remove(`faqs/${deleted}`);
    const message = 'The direction is "up" or "down"';
    expectInvalid(await move(admin, a, 'left'), { direction: message });
    for (const id of ['x', NO_SUCH_ID, deleted]) {
      expectError(await move(admin, id, 'up'), 404, FAQ.messages.notFound);
    }
  });
});
