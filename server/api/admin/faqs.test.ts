import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { FAQ_MESSAGES } from '#shared/faqs/messages.ts';
import { HOSTILE_VALUES, type AdminRequests } from '#tests/support/admin-requests.ts';
import { buildFaq } from '#tests/support/factories.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';

const NO_SUCH_ID = '01890000-0000-7000-8000-000000000000';

it.beforeEach(async ({ api }) => {
  await api.db.deleteFrom('faqs').execute();
});

const INPUT = { question: 'What does it cost?', answer: 'It depends.\nAsk us.' };

async function create(admin: AdminRequests, changes: Record<string, unknown> = {}) {
  const { status, body } = await admin.post('faqs', { ...INPUT, ...changes });
  expect(status).toBe(201);
  return body as Record<string, unknown> & { id: string; sort_order: number; updated_at: string };
}

async function countPendingLocks(api: TestApp): Promise<number> {
  const { rows } = await sql`
    select from pg_locks join pg_database on pg_database.oid = database or database is null
    where not granted and datname = current_database()
  `.execute(api.db);
  return rows.length;
}

async function listOrder(admin: AdminRequests): Promise<string[]> {
  const { body } = await admin.get('faqs');
  return body.items.map(({ id }: { id: string }) => id);
}

async function publicQuestions(api: TestApp): Promise<string[]> {
  const response = await api.request('/api/faqs');
  return ((await response.json()) as { question: string }[]).map(({ question }) => question);
}

describe('a new question', () => {
  it('has the defaults, goes to the end and is on the public site', async ({ api, admin }) => {
    const first = await create(admin);
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...INPUT,
      category: 'General',
      sort_order: 0,
      is_published: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    await api.db.updateTable('faqs').set({ sortOrder: 7 }).execute();
    expect((await create(admin, { question: 'Second', category: ' Process ' })).sort_order).toBe(8);
    expect((await create(admin, { question: 'Draft', is_published: false })).sort_order).toBe(9);
    expect(await publicQuestions(api)).toEqual([INPUT.question, 'Second']);
    expect((await admin.get(`faqs/${first.id}`)).body.sort_order).toBe(7);
  });

  it('does not count deleted questions, and takes no sort order of its own', async ({
    api,
    admin,
  }) => {
    await buildFaq(api.db, { sortOrder: 40, deletedAt: new Date() });
    expect((await create(admin, { sort_order: 12 })).sort_order).toBe(0);
  });

  it('takes a place of its own, however many are added at once', async ({ admin }) => {
    const added = await Promise.all(Array.from({ length: 20 }, () => create(admin)));
    expect(added.map((faq) => faq.sort_order).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
  });

  it('stays last behind the largest sort order', async ({ api, admin }) => {
    const last = await buildFaq(api.db, { sortOrder: 1_000_000_000 });
    const added = await create(admin);
    expect(added.sort_order).toBe(1_000_000_000);
    expect(await listOrder(admin)).toEqual([last.id, added.id]);
  });
});

describe('what a question may hold', () => {
  it.for([
    ['question', '', FAQ_MESSAGES.question],
    ['question', '  \n', FAQ_MESSAGES.question],
    ['question', 7, FAQ_MESSAGES.question],
    ['question', 'x'.repeat(501), FAQ_MESSAGES.questionTooLong],
    ['answer', '', FAQ_MESSAGES.answer],
    ['answer', null, FAQ_MESSAGES.answer],
    ['answer', 'x'.repeat(10_001), FAQ_MESSAGES.answerTooLong],
    ['category', '', FAQ_MESSAGES.category],
    ['category', null, FAQ_MESSAGES.category],
    ['category', 'x'.repeat(101), FAQ_MESSAGES.categoryTooLong],
    ['sort_order', -1, FAQ_MESSAGES.sortOrder],
    ['sort_order', 0.5, FAQ_MESSAGES.sortOrderWhole],
    ['sort_order', '1', FAQ_MESSAGES.sortOrderWhole],
    ['sort_order', 1_000_000_001, FAQ_MESSAGES.sortOrderTooLarge],
    ['is_published', 'yes', FAQ_MESSAGES.isPublished],
    ['colour', 'red', 'This field is not known'],
  ] as const)('refuses %s %j', async ([field, value, message], { api, admin }) => {
    const { id } = await buildFaq(api.db);
    const body = { ...INPUT, category: 'General', [field]: value };
    for (const answer of [await admin.post('faqs', body), await admin.put(`faqs/${id}`, body)]) {
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('VALIDATION');
      expect(answer.body.error.fields).toEqual({ [field]: message });
    }
  });

  it('names every missing text at once', async ({ api, admin }) => {
    const { body } = await admin.put(`faqs/${(await buildFaq(api.db)).id}`, {});
    expect(body.error.fields).toEqual({
      question: 'Question is required',
      answer: 'Answer is required',
      category: 'Category is required',
    });
  });

  it('may be as long as the limits say', async ({ admin }) => {
    const strings = {
      question: 'ş'.repeat(500),
      answer: '𝄞'.repeat(10_000),
      category: 'x'.repeat(100),
    };
    expect(await create(admin, strings)).toMatchObject(strings);
  });

  it('never fails on what nobody expects', async ({ api, admin }) => {
    const { id } = await buildFaq(api.db);
    for (const field of [
      'question',
      'answer',
      'category',
      'sort_order',
      'is_published',
      'updated_at',
    ]) {
      for (const value of HOSTILE_VALUES) {
        const body = { ...INPUT, category: 'General', [field]: value };
        const written = await admin.put(`faqs/${id}`, body);
        expect([200, 400, 409], JSON.stringify({ field, value })).toContain(written.status);
        const moved = await admin.post(`faqs/${id}/move`, { direction: value });
        expect([400, 413]).toContain(moved.status);
      }
    }
    for (const body of ['', '{', '[]', 'null', '7', '"x"', '{"__proto__":{}}']) {
      expect((await admin.post('faqs', body)).status).toBe(400);
    }
    expect((await admin.post('faqs', { ...INPUT, answer: 'x'.repeat(600_000) })).status).toBe(413);
  });
});

describe('saving', () => {
  it('changes the row and the public site, and keeps what is not sent', async ({ api, admin }) => {
    const faq = await buildFaq(api.db, { sortOrder: 4, isPublished: false });
    const { status, body } = await admin.put(`faqs/${faq.id}`, {
      question: ' New ',
      answer: 'Answer',
      category: 'Process',
      updated_at: faq.updatedAt.toISOString(),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ question: 'New', sort_order: 4, is_published: false });
    expect(Date.parse(body.updated_at)).toBeGreaterThan(faq.updatedAt.getTime());
    expect(await publicQuestions(api)).toEqual([]);
    const changes = { ...INPUT, category: 'Process', is_published: true, sort_order: 2 };
    await admin.put(`faqs/${faq.id}`, { ...changes, updated_at: body.updated_at });
    expect((await admin.get(`faqs/${faq.id}`)).body).toMatchObject(changes);
    expect(await publicQuestions(api)).toEqual([INPUT.question]);
  });

  it('is refused over a newer version, and overwrites when told its time', async ({ admin }) => {
    const faq = await create(admin);
    const write = (question: string, updated_at?: string) =>
      admin.put(`faqs/${faq.id}`, { ...INPUT, question, category: 'General', updated_at });
    expect((await write('One', faq.updated_at)).status).toBe(200);
    const rejected = await write('Two', faq.updated_at);
    expect(rejected.status).toBe(409);
    expect(rejected.body.error).toEqual({ code: 'CONFLICT', message: FAQ_MESSAGES.conflict });
    const current = (await admin.get(`faqs/${faq.id}`)).body;
    expect(current.question).toBe('One');
    expect((await write('Two', current.updated_at)).body.question).toBe('Two');
    expect((await write('Three')).body.question).toBe('Three');
  });

  it('lets one of two saves of the same version through', async ({ admin }) => {
    const faq = await create(admin);
    const body = { ...INPUT, category: 'General', updated_at: faq.updated_at };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => admin.put(`faqs/${faq.id}`, body)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  it.for(['x', NO_SUCH_ID, "'%20or%201=1", '00000000-0000-0000-0000-00000000000g'])(
    'answers 404 for the id %s',
    async (id, { admin }) => {
      const responses = [
        await admin.get(`faqs/${id}`),
        await admin.put(`faqs/${id}`, { ...INPUT, category: 'General' }),
        await admin.remove(`faqs/${id}`),
        await admin.post(`faqs/${id}/restore`),
        await admin.post(`faqs/${id}/move`, { direction: 'up' }),
      ];
      for (const { status, body } of responses) {
        expect(status).toBe(404);
        expect(body.error).toEqual({ code: 'NOT_FOUND', message: FAQ_MESSAGES.notFound });
      }
    },
  );
});

describe('deleting', () => {
  it('takes a question off the site until it is restored', async ({ api, admin }) => {
    const faq = await create(admin);
    expect((await admin.remove(`faqs/${faq.id}`)).status).toBe(200);
    expect(await publicQuestions(api)).toEqual([]);
    expect(await listOrder(admin)).toEqual([]);
    expect((await admin.get(`faqs/${faq.id}`)).status).toBe(404);
    expect((await admin.remove(`faqs/${faq.id}`)).status).toBe(404);
    expect((await admin.put(`faqs/${faq.id}`, { ...INPUT, category: 'x' })).status).toBe(404);
    expect((await admin.post(`faqs/${faq.id}/move`, { direction: 'up' })).status).toBe(404);
    const deleted = (await admin.get('faqs?deleted=1')).body.items;
    expect(deleted).toMatchObject([{ id: faq.id, deleted_at: expect.any(String) }]);
    expect((await admin.get('faqs/count?deleted=1')).body).toEqual({ total: 1 });
    const restored = await admin.post(`faqs/${faq.id}/restore`);
    expect(restored.body).toMatchObject({ id: faq.id, deleted_at: null });
    expect(await publicQuestions(api)).toEqual([INPUT.question]);
    expect((await admin.post(`faqs/${faq.id}/restore`)).status).toBe(404);
  });
});

describe('the list', () => {
  it('is paged in the order of the questions, none twice and none missing', async ({
    api,
    admin,
  }) => {
    const wanted: string[] = [];
    for (const sortOrder of [0, 0, 1, 5, 5, 5, 12]) {
      wanted.push((await buildFaq(api.db, { sortOrder })).id);
    }
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 10; pages += 1) {
      const { body } = await admin.get(`faqs?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      if (body.next_cursor === null) break;
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(wanted);
    expect((await admin.get('faqs/count')).body).toEqual({ total: 7 });
  });

  it('finds by question, answer and category, whatever the case and the Turkish i', async ({
    api,
    admin,
  }) => {
    const one = await buildFaq(api.db, { question: 'İSTANBUL ofisi', sortOrder: 1 });
    const two = await buildFaq(api.db, { answer: 'Size 50% off_er\\x', sortOrder: 2 });
    const three = await buildFaq(api.db, { category: 'Iğdır', sortOrder: 3 });
    const search = async (text: string) => {
      const query = `search=${encodeURIComponent(text)}`;
      const { body } = await admin.get(`faqs?${query}`);
      expect((await admin.get(`faqs/count?${query}`)).body.total).toBe(body.items.length);
      return body.items.map(({ id }: { id: string }) => id);
    };
    expect(await search('istanbul')).toEqual([one.id]);
    expect(await search(' ISTANBUL ')).toEqual([one.id]);
    expect(await search('50% OFF_ER\\')).toEqual([two.id]);
    expect(await search('%')).toEqual([two.id]);
    expect(await search('igdir')).toEqual([three.id]);
    expect(await search('')).toEqual([one.id, two.id, three.id]);
    expect(await search('nothing')).toEqual([]);
  });

  it('refuses what is no page of it', async ({ admin }) => {
    const cursorOf = (value: unknown, id: unknown) =>
      Buffer.from(JSON.stringify([value, id, 'sort_order'])).toString('base64url');
    for (const query of [
      'cursor=x',
      `cursor=${cursorOf('x', NO_SUCH_ID)}`,
      `cursor=${cursorOf('2026-01-01', NO_SUCH_ID)}`,
      `cursor=${cursorOf('-1', NO_SUCH_ID)}`,
      `cursor=${cursorOf(1, NO_SUCH_ID)}`,
      `cursor=${cursorOf('1', 'x')}`,
      'limit=0',
      'limit=101',
      'deleted=yes',
      'search=%00',
      `search=${'x'.repeat(201)}`,
    ]) {
      expect((await admin.get(`faqs?${query}`)).status, query).toBe(400);
    }
    const far = cursorOf('9999999999', NO_SUCH_ID);
    expect((await admin.get(`faqs?cursor=${far}`)).body).toEqual({ items: [], next_cursor: null });
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

  it('swaps the sort orders of a question and its neighbour', async ({ api, admin }) => {
    const [a, b, c] = await buildOrder(api, [3, 10, 11]);
    expect((await move(admin, b, 'up')).body).toMatchObject({ id: b, sort_order: 3 });
    expect(await listOrder(admin)).toEqual([b, a, c]);
    expect((await move(admin, b, 'down')).body).toMatchObject({ id: b, sort_order: 10 });
    const rows = await api.db.selectFrom('faqs').select('sortOrder').orderBy('id').execute();
    expect(rows.map(({ sortOrder }) => sortOrder)).toEqual([3, 10, 11]);
    expect((await move(admin, c, 'up')).body.sort_order).toBe(10);
  });

  it('leaves the first one and the last one where they are', async ({ api, admin }) => {
    const [a, b] = await buildOrder(api, [1, 2]);
    expect((await move(admin, a, 'up')).body).toMatchObject({ sort_order: 1 });
    expect((await move(admin, b, 'down')).body).toMatchObject({ sort_order: 2 });
    expect(await listOrder(admin)).toEqual([a, b]);
  });

  it('passes over deleted questions', async ({ api, admin }) => {
    const [a, hidden, c] = await buildOrder(api, [1, 2, 3]);
    await admin.remove(`faqs/${hidden}`);
    await move(admin, c, 'up');
    expect(await listOrder(admin)).toEqual([c, a]);
  });

  it.for([[[0, 0, 0, 0]], [[0, 0, 1, 1]], [[1, 2, 2, 2]], [[5, 5, 5, 9]]])(
    'moves among the equal sort orders %j',
    async ([sortOrders = []], { api, admin }) => {
      const [a, b, c, d] = await buildOrder(api, sortOrders);
      await move(admin, a, 'down');
      expect(await listOrder(admin)).toEqual([b, a, c, d]);
      await move(admin, d, 'up');
      expect(await listOrder(admin)).toEqual([b, a, d, c]);
    },
  );

  it('does what a list in memory does, for any sort orders and any moves', async ({
    api,
    admin,
  }) => {
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

  it('neither loses nor doubles a place under parallel moves, additions and deletions', async ({
    api,
    admin,
  }) => {
    const ids = await buildOrder(api, [0, 1, 2, 3, 4, 5, 6, 7]);
    const responses = await Promise.all([
      ...Array.from({ length: 60 }, (_, index) =>
        move(admin, ids[(index * 5) % ids.length], index % 3 ? 'up' : 'down'),
      ),
      ...Array.from({ length: 6 }, () => admin.post('faqs', INPUT)),
      ...ids.slice(6).map((id) => admin.remove(`faqs/${id}`)),
    ]);
    for (const { status } of responses) expect([200, 201, 404]).toContain(status);
    const rows = await api.db
      .selectFrom('faqs')
      .select('sortOrder')
      .where('deletedAt', 'is', null)
      .execute();
    expect(rows).toHaveLength(12);
    expect(new Set(rows.map(({ sortOrder }) => sortOrder)).size).toBe(12);
  });

  it('keeps exactly the given sort orders under parallel moves', async ({ api, admin }) => {
    const sortOrders = [2, 3, 5, 7, 11, 13, 17];
    const ids = await buildOrder(api, sortOrders);
    await Promise.all(
      Array.from({ length: 70 }, (_, index) =>
        move(admin, ids[(index * 3) % ids.length], index % 2 ? 'up' : 'down'),
      ),
    );
    const rows = await api.db.selectFrom('faqs').select('sortOrder').orderBy('sortOrder').execute();
    expect(rows.map(({ sortOrder }) => sortOrder)).toEqual(sortOrders);
  });

  it('waits for a save that is under way, and takes it into account', async ({ api, admin }) => {
    const [a, b, c] = await buildOrder(api, [0, 1, 2]);
    let moved: Promise<{ status: number }> | undefined;
    await api.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('faqs')
        .set({ sortOrder: 9 })
        .where('id', '=', b ?? '')
        .execute();
      moved = move(admin, a, 'down');
      await expect.poll(() => countPendingLocks(api)).toBeGreaterThan(0);
    });
    expect((await moved)?.status).toBe(200);
    expect(await listOrder(admin)).toEqual([c, a, b]);
  });

  it('names a wrong direction', async ({ api, admin }) => {
    const [a] = await buildOrder(api, [0]);
    const { body } = await move(admin, a, 'left');
    expect(body.error.fields).toEqual({ direction: 'The direction is "up" or "down"' });
  });
});
