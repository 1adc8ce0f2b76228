import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { buildMessage, buildOrder, readAudit } from '#tests/support/browser/admin-leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';

describe.each([
  { list: 'orders', build: buildOrder, idName: 'orderId' },
  { list: 'messages', build: buildMessage, idName: 'messageId' },
])('the mark of suspect $list', ({ list, build, idName }) => {
  const mailsOf = (api: TestApp, id: string) =>
    api.db
      .selectFrom('outboxMails')
      .select(['kind', 'recipient', 'status'])
      .where(sql<string>`payload ->> ${idName}`, '=', id)
      .execute();

  it('is taken away once: the confirmation follows, and the timeline says who', async ({
    api,
    admin,
  }) => {
    const lead = await build(api.db, { isSuspect: true, suspectReasons: ['trap', 'links'] });
    const path = `${list}/${lead.id}`;
    expect((await admin.get(path)).body).toMatchObject({
      is_suspect: true,
      suspect_reasons: ['trap', 'links'],
    });
    await admin.patch(path, { notes: 'Rang, is real' });
    expect(await mailsOf(api, lead.id)).toEqual([]);
    const responses = await Promise.all(
      [1, 2, 3].map(() => admin.patch(path, { is_suspect: false })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses[0]?.body).toMatchObject({ is_suspect: false, notes: 'Rang, is real' });
    expect(await mailsOf(api, lead.id)).toEqual([
      { kind: `${list}.confirmation`, recipient: lead.email, status: 'pending' },
    ]);
    const { body } = await admin.get(path);
    expect(body.timeline[0]).toMatchObject({
      old_status: 'suspect',
      new_status: 'not-suspect',
      admin_username: admin.username,
    });
    expect(
      body.timeline.filter((change: { new_status: string }) => change.new_status === 'not-suspect'),
    ).toHaveLength(1);
    expect(await readAudit(api.db)).toContainEqual(
      expect.objectContaining({
        action: 'update',
        [idName]: lead.id,
        accessedFields: expect.arrayContaining(['is_suspect']),
      }),
    );
    expect((await admin.get(`${list}/count?suspect=1`)).body.total).toBe(0);
  });

  it('is not taken from what has none, and nothing is sent', async ({ api, admin }) => {
    const { id } = await build(api.db);
    const { status, body } = await admin.patch(`${list}/${id}`, { is_suspect: false });
    expect(status).toBe(200);
    expect(body.timeline).toEqual([]);
    expect(await mailsOf(api, id)).toEqual([]);
  });
});
