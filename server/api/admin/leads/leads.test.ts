import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import {
  type AdminResponse,
  type AdminRequests,
  expectError,
  expectInvalid,
  listField,
  signedInRequests,
} from '#tests/support/admin-requests.ts';
import { emptyAudit, readAudit, withoutAudit } from '#tests/support/browser/admin-leads.ts';
import { ENQUIRY_KINDS } from '#tests/support/enquiry-kinds.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { waitForLocks } from '#tests/support/sign-in.ts';
import type { TestApp } from '#tests/support/test-app.ts';

it.beforeEach(async ({ api }) => {
  for (const table of ['outboxMails', 'orders', 'contactMessages'] as const) {
    await api.db.deleteFrom(table).execute();
  }
  await emptyAudit(api.db);
});

const CHOOSE_ROWS = { ids: 'Choose 1 to 100 rows' };
const TOTAL = { expected_total: 'Send how many rows the filter showed' };
const UNKNOWN_STATUS = 'This status is not known';
const UNSTORABLE = 'Please remove characters that cannot be stored';
const MARK = 'The mark can only be taken away: send is_suspect as false';

const listChanges = ({ db }: TestApp) => db.selectFrom('leadStatusChanges').selectAll().execute();

describe.each(ENQUIRY_KINDS)('$path', (kind) => {
  const { path, table, column, name, statuses, build, afterOpening } = kind;
  const [first, , third = ''] = statuses;
  const last = statuses.at(-1) ?? '';
  const audited = { messageId: null, orderId: null, adminUserId: expect.any(String) };
  const bulk = (admin: AdminRequests, body: unknown) => admin.post(`${path}/bulk-status`, body);
  const listNames = (admin: AdminRequests, query = '') =>
    listField(admin, `${path}?${query}`, name);
  const count = async (admin: AdminRequests, query = '') =>
    (await admin.get(`${path}/count?${query}`)).body.total;
  // Not by the endpoint: opening a message marks it as read.
  const readStatuses = async ({ db }: TestApp) => {
    const rows = await db.selectFrom(table).select('status').orderBy('id').execute();
    return rows.map(({ status }) => status);
  };

  describe('the list', () => {
    it('names in the audit who has looked, and changes no status', async ({ api, admin }) => {
      await build(api.db);
      await admin.get(path);
      const entry = { ...audited, action: 'bulk_view', accessedFields: kind.listed };
      expect(await readAudit(api.db)).toEqual([
        { ...entry, searchQuery: null, userAgent: 'Firefox on Linux' },
      ]);
      expect(await readStatuses(api)).toEqual(['new']);
    });

    it('has pages of 50 rows where no limit is asked for', async ({ api, admin }) => {
      for (let index = 0; index < 51; index += 1) await build(api.db);
      const { body } = await admin.get(path);
      expect(body.items).toHaveLength(50);
      const rest = await admin.get(`${path}?cursor=${body.next_cursor}`);
      expect([rest.body.items.length, rest.body.next_cursor]).toEqual([1, null]);
    });

    it('filters and counts by status and by spam suspicion', async ({ api, admin }) => {
      for (const status of statuses.toReversed()) await build(api.db, { name: status, status });
      await build(api.db, { name: 'spam', isSuspect: true });
      const fresh = path === 'orders' ? ['new', 'pending'] : ['new'];
      const cases: [string, string[]][] = [
        ['status=new', ['spam', ...fresh]],
        ['status=new&suspect=0', fresh],
        [`status=${statuses[1]}`, [statuses[1]]],
        ['suspect=1', ['spam']],
        [`suspect=1&status=${last}`, []],
        ['status=all&suspect=', ['spam', ...statuses]],
        ['status=&search=', ['spam', ...statuses]],
      ];
      for (const [query, names] of cases) {
        expect(await listNames(admin, query), query).toEqual(names);
        expect(await count(admin, query), query).toBe(names.length);
      }
    });

    it('is searched in every text, whatever case and dots of the i', async ({ api, admin }) => {
      const text =
        'İstanbul deposu için %50 indirim olur mu? a\\_b şantiyelerin günlük ilerlemesi شركة أحمد';
      await build(api.db, { name: 'IŞIL Yılmaz', email: 'Isil@Example.org', text });
      const other = 'axxb axb 50, and a list of all open shipments each morning';
      await build(api.db, { name: 'Another', text: other });
      for (const search of [
        'işıl',
        'ISIL',
        'ışıl yılmaz',
        'yilmaz  IŞIL',
        'depo isil',
        'احمد شركه',
        'İŞİL YİLMAZ',
        'isil@example',
        'ISTANBUL DEPOSU',
        'SANTIYE',
        '%',
        '_',
        '\\',
        'a\\_b',
        '%50',
        '  işıl  ',
      ]) {
        const query = `search=${encodeURIComponent(search)}`;
        expect(await listNames(admin, query), search).toEqual(['IŞIL Yılmaz']);
        expect(await count(admin, query), search).toBe(1);
      }
      expect((await readAudit(api.db)).slice(-2)).toMatchObject([
        { action: 'bulk_view', searchQuery: 'işıl' },
        { action: 'search', accessedFields: [], searchQuery: 'işıl' },
      ]);
    });

    it.for([
      ['status=done', { status: UNKNOWN_STATUS }],
      ['sort=email', { sort: 'The list cannot be sorted by this' }],
      ['suspect=yes', { suspect: 'Ask for suspect=1, for suspect=0, or leave it out' }],
      [`search=${'x'.repeat(201)}`, { search: 'The search is too long' }],
      ['search=a%00b', { search: UNSTORABLE }],
      ['limit=0', { limit: 'The limit must be a whole number from 1 to 100' }],
      ['limit=101', { limit: 'The limit must be a whole number from 1 to 100' }],
      ['cursor=x', { cursor: 'This is no page of the list' }],
    ] as const)('rejects %s', async ([query, fields], { admin }) => {
      expectInvalid(await admin.get(`${path}?${query}`), fields);
    });
  });

  it('is opened with others of its address, and is in the audit', async ({ api, admin }) => {
    const previous = [];
    for (const [index, each] of ENQUIRY_KINDS.entries()) {
      const email = ['OZLEM@example.com', 'ozlem@EXAMPLE.com'][index] ?? '';
      const createdAt = `2026-10-0${2 - index}T08:00:00.000Z`;
      const { id, reference, serviceName } = await each.build(api.db, { email, createdAt });
      const columns = { service_type: serviceName, status: 'new', created_at: createdAt };
      previous.push({ kind: each.kind, id, reference, ...columns });
    }
    await build(api.db);
    const { id } = await build(api.db, { email: 'ozlem@example.com' });
    expect((await admin.get(`${path}/${id}`)).body.previous).toEqual(previous);
    for (const unknown of ['x', uuidV7(), '%00', '..%5c', "'%20or%201=1", 'count2']) {
      const response = await admin.get(`${path}/${unknown}`);
      expect([400, 404], unknown).toContain(response.status);
    }
    const entry = { ...audited, action: 'detailed_view', accessedFields: kind.read, [column]: id };
    expect(await readAudit(api.db)).toMatchObject([entry]);
  });

  describe('PATCH', () => {
    it('changes the status, with entries in timeline and audit', async ({ api, admin }) => {
      const other = await signedInRequests(api);
      const enquiry = await build(api.db);
      const changes = [...statuses.slice(1), 'new', last];
      for (const status of changes) {
        const response = await admin.patch(`${path}/${enquiry.id}`, { status });
        expect(response).toMatchObject({ status: 200, body: { id: enquiry.id, status } });
        const { email, project_description: description, message } = response.body;
        expect([email, description ?? message]).toEqual([enquiry.email, undefined]);
      }
      expect((await other.patch(`${path}/${enquiry.id}`, { status: first })).status).toBe(200);
      await api.db.deleteFrom('adminUsers').where('id', '=', other.adminUserId).execute();
      const same = await admin.patch(`${path}/${enquiry.id}`, { status: first });
      expect(same.body.timeline).toHaveLength(changes.length + 1);
      const timeline = [...changes, first].map((status, index) => ({
        old_status: ['new', ...changes][index],
        new_status: status,
        admin_username: index < changes.length ? admin.username : null,
        admin_user_id: (index < changes.length ? admin : other).adminUserId,
      }));
      expect(same.body.timeline).toMatchObject(timeline.toReversed());
      expect((await readAudit(api.db))[0]).toMatchObject({
        action: 'update',
        [column]: enquiry.id,
        accessedFields: expect.arrayContaining(['status', 'notes', 'email']),
      });
    });

    it('saves, retains and clears notes, and rejects no change', async ({ api, admin }) => {
      const { id } = await build(api.db);
      const patch = (body: object) => admin.patch(`${path}/${id}`, body);
      const notes = 'Ring\nback <b>';
      expect((await patch({ notes: ' Ring\r\nback <b> ' })).body.notes).toBe(notes);
      expect((await patch({ status: last })).body.notes).toBe(notes);
      expect((await patch({ notes: '😀'.repeat(10_000) })).status).toBe(200);
      expect((await patch({ notes: '  ' })).body.notes).toBeNull();
      expectError(await patch({}), 400, 'Send a status, notes or is_suspect');
      for (const body of ['', '{', '[]', 'null', '{"__proto__":{}}']) {
        expect((await admin.patch(`${path}/${id}`, body)).status).toBe(400);
      }
    });

    it('does not write over notes that someone else has changed since', async ({ api, admin }) => {
      const { id } = await build(api.db, { notes: 'A' });
      const write = (notes: string | null, old_notes: string | null) =>
        admin.patch(`${path}/${id}`, { notes, old_notes });
      expect((await write('B', 'A')).status).toBe(200);
      const message = 'The notes were changed by someone else in the meantime.';
      expectError(await write('C', 'A'), 409, message);
      expectError(await write('C', null), 409, message);
      expect((await write(null, 'B')).body.notes).toBeNull();
      expect((await write('D', '')).body.notes).toBe('D');
    });

    it.for([
      ['status', 'done', UNKNOWN_STATUS],
      ['status', '', UNKNOWN_STATUS],
      ['status', null, UNKNOWN_STATUS],
      ['notes', 'x'.repeat(10_001), 'Notes must be at most 10,000 characters'],
      ['notes', 7, 'Notes must be at most 10,000 characters'],
      ['notes', 'a\0b', UNSTORABLE],
      ['email', 'a@example.com', 'This field is not known'],
      ['is_suspect', true, MARK],
      ['is_suspect', null, MARK],
      ['suspect_reasons', [], 'This field is not known'],
    ] as const)('rejects %s %j', async ([field, value, message], { api, admin }) => {
      const { id } = await build(api.db);
      const response = await admin.patch(`${path}/${id}`, { [field]: value });
      expectInvalid(response, { [field]: message });
    });
  });

  it('removes the mark of a suspicion once, and sends a confirmation', async ({ api, admin }) => {
    const suspicion = { isSuspect: true, suspectReasons: ['trap', 'links'] };
    const columns = ['kind', 'recipient', 'status'] as const;
    const listMails = () => readRows(api.db, 'outboxMails', columns);
    const { id, email } = await build(api.db, suspicion);
    const url = `${path}/${id}`;
    expect((await admin.get(url)).body).toMatchObject({
      is_suspect: true,
      suspect_reasons: ['trap', 'links'],
    });
    await admin.patch(url, { notes: 'Rang, is real' });
    expect(await listMails()).toEqual([]);
    const responses = await Promise.all(
      [1, 2, 3].map(() => admin.patch(url, { is_suspect: false })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses[0]?.body).toMatchObject({ is_suspect: false, notes: 'Rang, is real' });
    const confirmation = { kind: `${path}.confirmation`, recipient: email, status: 'pending' };
    expect(await listMails()).toEqual([confirmation]);
    const { timeline } = (await admin.get(url)).body;
    const { username } = admin;
    const change = { old_status: 'suspect', new_status: 'not-suspect', admin_username: username };
    expect(timeline[0]).toMatchObject(change);
    const statusesOfChanges = timeline.map(({ new_status }: typeof change) => new_status);
    expect(statusesOfChanges.lastIndexOf('not-suspect')).toBe(0);
    expect(await readAudit(api.db)).toContainEqual(
      expect.objectContaining({
        action: 'update',
        [column]: id,
        accessedFields: expect.arrayContaining(['is_suspect']),
      }),
    );
    expect(await count(admin, 'suspect=1')).toBe(0);
    const unmarked = await build(api.db);
    const response = await admin.patch(`${path}/${unmarked.id}`, { is_suspect: false });
    expect(response).toMatchObject({ status: 200, body: { timeline: [] } });
    expect(await listMails()).toEqual([confirmation]);
  });

  describe('POST bulk-status', () => {
    it('changes the chosen rows and returns what became of each', async ({ api, admin }) => {
      const fresh = await build(api.db);
      const settled = await build(api.db, { status: last });
      const gone = uuidV7();
      const ids = [gone, settled.id, fresh.id, fresh.id.toUpperCase()];
      expect(await bulk(admin, { ids, status: last })).toEqual({
        status: 200,
        body: {
          results: [
            { id: gone, result: 'not_found', old_status: null },
            { id: settled.id, result: 'unchanged', old_status: last },
            { id: fresh.id, result: 'changed', old_status: 'new' },
          ],
        },
      });
      expect(await listChanges(api)).toMatchObject([
        { [column]: fresh.id, oldStatus: 'new', newStatus: last },
      ]);
      expect(await readAudit(api.db)).toMatchObject([
        { ...audited, action: 'update', accessedFields: ['status'] },
      ]);
    });

    it('changes 100 rows, and the same rows from several sides at once', async ({ api, admin }) => {
      const ids: string[] = [];
      for (let index = 0; index < 100; index += 1) ids.push((await build(api.db)).id);
      const responses = await Promise.all(
        [...statuses, 'new'].map((status, index) =>
          bulk(admin, { ids: index % 2 === 0 ? ids : ids.toReversed(), status }),
        ),
      );
      expect(responses.every(({ status }) => status === 200)).toBe(true);
      expect(new Set(await readStatuses(api)).size).toBe(1);
    });

    it('changes all rows that the filter finds, newest first', async ({ api, admin }) => {
      const found = { name: 'Özlem Lojistik' };
      const older = await build(api.db, { ...found, createdAt: '2026-11-01' });
      const newer = await build(api.db, { ...found, createdAt: '2026-11-02' });
      await build(api.db);
      await build(api.db, { ...found, isSuspect: true });
      const filter = { search: ' ÖZLEM ', status: 'new', suspect: '0' };
      const { status, body } = await bulk(admin, { filter, expected_total: 2, status: third });
      expect(status).toBe(200);
      expect(body.results).toEqual([
        { id: newer.id, result: 'changed', old_status: 'new' },
        { id: older.id, result: 'changed', old_status: 'new' },
      ]);
      expect(await readStatuses(api)).toEqual([third, third, 'new', 'new']);
      expect((await readAudit(api.db)).at(-1)).toMatchObject({
        ...audited,
        action: 'update',
        accessedFields: ['status'],
        searchQuery: 'ÖZLEM',
      });
      const timeline = [{ old_status: 'new', new_status: third }];
      expect((await admin.get(`${path}/${older.id}`)).body).toMatchObject({ timeline });
    });

    it('takes a filter without conditions for all rows', async ({ api, admin }) => {
      const settled = await build(api.db, { status: last });
      const suspect = await build(api.db, { isSuspect: true });
      const filter = { search: '', status: 'all', suspect: '' };
      const { body } = await bulk(admin, { filter, expected_total: 2, status: last });
      expect(body.results).toEqual([
        { id: suspect.id, result: 'changed', old_status: 'new' },
        { id: settled.id, result: 'unchanged', old_status: last },
      ]);
    });

    it('changes nothing when another number matches, or too many', async ({ api, admin }) => {
      for (let index = 0; index < 2; index += 1) await build(api.db);
      const changed =
        'The list has changed since it was shown, so nothing was changed. Please check the rows and choose again.';
      const tooMany =
        'At most 1,000 rows can be changed at once. Please narrow the filter. Nothing was changed.';
      for (const [expected, code, message] of [
        [1, 409, changed],
        [3, 409, changed],
        [1_000, 409, changed],
        [1_001, 422, tooMany],
      ] as const) {
        const body = { filter: { status: 'new' }, expected_total: expected, status: last };
        expectError(await bulk(admin, body), code, message);
      }
      expect(await readStatuses(api)).toEqual(['new', 'new']);
      expect(await listChanges(api)).toEqual([]);
    });

    it('changes nothing when a row leaves the filter before its lock', async ({ api, admin }) => {
      const { id } = await build(api.db);
      await build(api.db);
      let response: Promise<AdminResponse> | undefined;
      await api.db.transaction().execute(async (tx) => {
        const change = tx.updateTable(table).set({ status: third } as object);
        await change.where('id', '=', id).execute();
        const filter = { status: 'new' };
        response = bulk(admin, { filter, expected_total: 2, status: last });
        await waitForLocks(api.db);
      });
      expect((await response)?.status).toBe(409);
      expect(await readStatuses(api)).toEqual([third, 'new']);
    });

    const id = uuidV7();
    const inFilter = (filter: unknown) => ({ filter, expected_total: 1 });
    it.for<[object, object]>([
      [{ ids: [] }, CHOOSE_ROWS],
      [{}, CHOOSE_ROWS],
      [{ ids: ['x'] }, CHOOSE_ROWS],
      [{ ids: 'all' }, CHOOSE_ROWS],
      [{ ids: null }, CHOOSE_ROWS],
      [{ ids: Array.from({ length: 101 }, () => uuidV7()) }, CHOOSE_ROWS],
      [{ ids: [id], status: 'x' }, { status: UNKNOWN_STATUS }],
      [{ ids: [id], status: undefined }, { status: UNKNOWN_STATUS }],
      [{ ids: [id], ...inFilter({}) }, { filter: 'Send the ids of rows or a filter, not both' }],
      [{ filter: {} }, TOTAL],
      [{ filter: {}, expected_total: 0 }, TOTAL],
      [{ filter: {}, expected_total: '1' }, TOTAL],
      [{ ids: [id], expected_total: 1 }, TOTAL],
      [inFilter('all'), { filter: 'Send a filter of the list' }],
      [inFilter([]), { filter: 'Send a filter of the list' }],
      [inFilter({ stauts: 'new' }), { stauts: 'This field is not known' }],
      [inFilter({ status: 'x' }), { filter: UNKNOWN_STATUS }],
      [inFilter({ search: '\0' }), { filter: UNSTORABLE }],
    ])('rejects %j', async ([body, fields], { api, admin }) => {
      await build(api.db);
      expectInvalid(await bulk(admin, { status: last, ...body }), fields);
      expect(await readStatuses(api)).toEqual(['new']);
    });
  });

  it('returns and changes nothing where the audit cannot be written', async ({ api, admin }) => {
    const { id } = await build(api.db, { name: 'Hidden Person' });
    await withoutAudit(api.db, async () => {
      for (const response of [
        await admin.raw('GET', path),
        await admin.raw('GET', `${path}/count?search=hidden`),
        await admin.raw('GET', `${path}/${id}`),
        await admin.raw('GET', `${path}/export.csv`),
        await admin.raw('PATCH', `${path}/${id}`, { status: last, notes: 'x' }),
        await admin.raw('POST', `${path}/bulk-status`, { ids: [id], status: last }),
      ]) {
        expect(response.status).toBe(500);
        expect(await response.text()).not.toMatch(/Hidden|shipments|invoicing/);
      }
    });
    const row = await api.db.selectFrom(table).selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'new', notes: null });
    expect('accessCount' in row ? row.accessCount : 0).toBe(0);
    expect(await listChanges(api)).toEqual([]);
    await admin.get(`${path}/${id}`);
    expect(await readStatuses(api)).toEqual([afterOpening]);
  });
});
