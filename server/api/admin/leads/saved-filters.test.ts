import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import {
  type AdminRequests,
  expectInvalid,
  listField,
  signedInRequests,
} from '#tests/support/admin-requests.ts';
import { it } from '#tests/support/fixtures.ts';

it.beforeEach(({ api }) => api.db.deleteFrom('savedFilters').execute());

const FILTER = { screen: 'orders', name: 'Open in Ankara', query: 'status=new&search=ankara' };

const listNames = (admin: AdminRequests, screen: string) =>
  listField(admin, `saved-filters?screen=${screen}`, 'name');

describe('saved filters', () => {
  it("are kept by screen, and are nobody else's", async ({ api, admin }) => {
    const other = await signedInRequests(api);
    const { status, body } = await admin.post('saved-filters', FILTER);
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.any(String), ...FILTER, created_at: expect.any(String) });
    const message = 'A saved filter with this name exists already';
    const error = { code: 'CONFLICT', message, fields: { name: message } };
    const same = await admin.post('saved-filters', { ...FILTER, name: ' Open in Ankara ' });
    expect(same).toEqual({ status: 409, body: { error } });
    await admin.post('saved-filters', { ...FILTER, name: 'A first', query: '' });
    expect((await admin.post('saved-filters', { ...FILTER, screen: 'messages' })).status).toBe(201);
    expect((await other.post('saved-filters', FILTER)).status).toBe(201);
    expect(await listNames(admin, 'orders')).toEqual(['A first', 'Open in Ankara']);
    expect(await listNames(admin, 'messages')).toEqual(['Open in Ankara']);
    expect((await other.remove(`saved-filters/${body.id}`)).status).toBe(404);
    expect((await admin.remove(`saved-filters/${body.id}`)).body).toEqual({ success: true });
    expect((await admin.remove(`saved-filters/${body.id}`)).status).toBe(404);
    expect(await listNames(admin, 'orders')).toEqual(['A first']);
    expect(await listNames(other, 'orders')).toEqual(['Open in Ankara']);
  });

  it('are at most twenty a screen, however many are saved at once', async ({ admin }) => {
    const responses = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        admin.post('saved-filters', { ...FILTER, name: `Filter ${index}` }),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
    const message = 'At most 20 filters can be saved. Please delete one first';
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expectInvalid(response, { name: message });
    }
    expect((await admin.post('saved-filters', { ...FILTER, screen: 'messages' })).status).toBe(201);
  });

  it('refuse what they cannot hold, with words', async ({ admin }) => {
    const cases: [Record<string, unknown>, Record<string, string>][] = [
      [{ screen: 'blog' }, { screen: 'This screen has no saved filters' }],
      [{ name: ' ' }, { name: 'Name is required' }],
      [{ name: 'x'.repeat(81) }, { name: 'Name must be at most 80 characters' }],
      [{ query: 'x'.repeat(2_001) }, { query: 'The filter cannot be saved' }],
      [{ query: null }, { query: 'The filter cannot be saved' }],
      [{ query: 'a\0b' }, { query: 'Please remove characters that cannot be stored' }],
      [{ admin_user_id: admin.adminUserId }, { admin_user_id: 'This field is not known' }],
    ];
    for (const [changes, fields] of cases) {
      expectInvalid(await admin.post('saved-filters', { ...FILTER, ...changes }), fields);
    }
    expect((await admin.get('saved-filters')).status).toBe(400);
    expect((await admin.get('saved-filters?screen=blog')).status).toBe(400);
    for (const id of ['x', uuidV7(), '%00']) {
      expect([400, 404]).toContain((await admin.remove(`saved-filters/${id}`)).status);
    }
  });
});
