import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { sendDueAlerts } from '#server/services/escalation/index.ts';
import { createMessage, findMessageDeadline } from '#server/services/messages/index.ts';
import { createOrder } from '#server/services/orders/index.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

const MONDAY = { ...DEFAULT_OFFICE_HOURS.week, mon: [{ from: '25:99', to: '26:00' }] };

const BAD_SETTINGS: [name: string, column: string, value: unknown][] = [
  ['an unknown time zone', 'office_hours', { ...DEFAULT_OFFICE_HOURS, timeZone: 'Mars/Olympus' }],
  ['an impossible time', 'office_hours', { ...DEFAULT_OFFICE_HOURS, week: MONDAY }],
  ['a social link that is a number', 'social_links', { twitter: 5 }],
];

/** Stores a value that the constraints reject, as a row from before them may have it. */
async function storeBadValue({ db }: TestApp, column: string, value: unknown): Promise<void> {
  await sql`
    alter table site_settings drop constraint if exists site_settings_office_hours_values,
      drop constraint if exists site_settings_social_link_texts
  `.execute(db);
  await sql`
    update site_settings set ${sql.ref(column)} = ${JSON.stringify(value)}::jsonb
  `.execute(db);
}

function post(api: TestApp, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  return api.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function sendBoth(api: TestApp): Promise<number[]> {
  const text = `An enquiry like no other: ${crypto.randomUUID()}`;
  const input = buildOrderInput({ projectDescription: text });
  const order = await post(api, '/api/submit-order', { ...input, fileUrls: [] });
  const message = await post(api, '/api/contact-messages', buildMessageInput({ message: text }));
  return [order.status, message.status];
}

it.afterEach(async ({ api }) => {
  await updateRows(
    api.db,
    'siteSettings',
    { id: SITE_SETTINGS_ID },
    { officeHours: DEFAULT_OFFICE_HOURS, socialLinks: {} },
  );
  await api.db.deleteFrom('conversations').execute();
  await api.settings.reload();
});

describe.for(BAD_SETTINGS)('%s in the stored settings', ([, column, value]) => {
  it('is replaced by its default, named, and repaired by saving', async ({ api, admin }) => {
    await storeBadValue(api, column, value);
    await api.settings.reload();
    expect(await sendBoth(api)).toEqual([201, 201]);
    expect((await api.request('/api/site-settings')).status).toBe(200);
    const name = column === 'office_hours' ? 'officeHours' : 'socialLinks';
    const invalid = async () => (await admin.get('dashboard/system')).body.invalid_settings;
    expect(await invalid()).toEqual([name]);
    const { body: stored } = await admin.get('site-settings');
    const { updated_at: _, ...saved } = stored;
    delete saved.office_hours.is_fallback;
    expect((await admin.put('site-settings', saved)).status).toBe(200);
    expect(await invalid()).toEqual([]);
  });
});

describe('an enquiry that arrives while the stored office hours are not valid', () => {
  const jobs = (api: TestApp): ServiceContext =>
    ({ db: api.db, now: () => api.clock.now, log: createTestLog() }) as ServiceContext;

  it('is queued without a deadline until they are valid', async ({ api }) => {
    const bad = { ...DEFAULT_OFFICE_HOURS, timeZone: 'Mars/Olympus' };
    await storeBadValue(api, 'office_hours', bad);
    await api.settings.reload();
    expect(await sendBoth(api)).toEqual([201, 201]);
    const read = () =>
      readRows(api.db, 'conversations', [
        'isDeadlineProvisional',
        'dueAt',
        'promisedDueAt',
        'waitingSince',
      ]);
    await sendDueAlerts(jobs(api), { hasWebhook: false });
    for (const conversation of await read()) {
      expect(conversation).toMatchObject({ isDeadlineProvisional: true, promisedDueAt: null });
      expect(conversation.dueAt).not.toBeNull();
    }
    const { id } = await readRow(api.db, 'contactMessages', ['id']);
    expect(await findMessageDeadline(jobs(api), id)).toBeNull();

    const always = [{ from: '00:00', to: '24:00' }];
    const week = Object.fromEntries(
      Object.keys(DEFAULT_OFFICE_HOURS.week).map((day) => [day, always]),
    ) as typeof DEFAULT_OFFICE_HOURS.week;
    const officeHours = { ...DEFAULT_OFFICE_HOURS, week, promisedMinutes: 30 };
    await api.db.updateTable('siteSettings').set({ officeHours }).execute();
    await sendDueAlerts(jobs(api), { hasWebhook: false });
    const settled = await read();
    expect(settled).toHaveLength(2);
    for (const { waitingSince, ...conversation } of settled) {
      const dueAt = new Date((waitingSince?.getTime() ?? 0) + 30 * 60_000);
      expect(conversation).toEqual({ isDeadlineProvisional: false, dueAt, promisedDueAt: dueAt });
    }
  });
});

describe('a by-product of an enquiry that cannot be computed', () => {
  const fail = () => {
    throw new Error('a fault of ours');
  };
  const failing: [string, Partial<ServiceContext>][] = [
    ['the deadline', { officeHours: () => ({ ...DEFAULT_OFFICE_HOURS, timeZone: 'Mars/X' }) }],
    ['the spam suspicion', { countText: fail }],
    ['the statistics', { countLead: fail }],
    ['the tracking link', { trackKey: null as unknown as Buffer }],
  ];

  it.for(failing)('does not reject it: %s', async ([, change], { ctx }) => {
    const error = vi.fn();
    const log = createTestLog({ error });
    const visitor = { ...ctx, countText: () => 1, log, ...change };
    const order = { input: buildOrderInput(), filePaths: [], idempotencyKey: crypto.randomUUID() };
    const { id } = await createOrder(visitor, order);
    const { id: messageId } = await createMessage(visitor, {
      input: buildMessageInput(),
      idempotencyKey: null,
    });
    const conversations = await ctx.db
      .selectFrom('conversations')
      .select(['waitingSince', 'dueAt'])
      .where((where) => where.or([where('orderId', '=', id), where('messageId', '=', messageId)]))
      .execute();
    expect(conversations).toHaveLength(2);
    for (const { waitingSince } of conversations) expect(waitingSince).not.toBeNull();
    expect(error).toHaveBeenCalled();
  });
});
