import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { sendDueAlerts } from '#server/services/escalation/index.ts';
import { createMessage, findMessageDeadline } from '#server/services/messages/index.ts';
import { createOrder } from '#server/services/orders/index.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
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

async function post(api: TestApp, path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  return (await api.request(path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

async function sendBoth(api: TestApp): Promise<number[]> {
  const text = `An enquiry like no other: ${crypto.randomUUID()}`;
  const order = { ...buildOrderInput({ projectDescription: text }), fileUrls: [] };
  const message = buildMessageInput({ message: text });
  return [
    await post(api, '/api/submit-order', order),
    await post(api, '/api/contact-messages', message),
  ];
}

it.afterEach(async ({ api }) => {
  const valid = { officeHours: DEFAULT_OFFICE_HOURS, socialLinks: {} };
  await updateRows(api.db, 'siteSettings', {}, valid);
  await api.db.deleteFrom('conversations').execute();
  await api.settings.reload();
});

it.for(BAD_SETTINGS)(
  '%s in the stored settings is replaced by its default, named, and repaired by saving',
  async ([, column, value], { api, admin }) => {
    await storeBadValue(api, column, value);
    await api.settings.reload();
    expect(await sendBoth(api)).toEqual([201, 201]);
    expect((await api.request('/api/site-settings')).status).toBe(200);
    const name = column === 'office_hours' ? 'officeHours' : 'socialLinks';
    const invalid = async () => (await admin.get('dashboard/system')).body.invalid_settings;
    expect(await invalid()).toEqual([name]);
    const { updated_at: _, ...saved } = (await admin.get('site-settings')).body;
    delete saved.office_hours.is_fallback;
    expect((await admin.put('site-settings', saved)).status).toBe(200);
    expect(await invalid()).toEqual([]);
  },
);

it('an enquiry that arrives while the stored office hours are not valid is queued without a deadline', async ({
  api,
}) => {
  const jobs = { db: api.db, now: () => api.clock.now, log: createTestLog() } as ServiceContext;
  const bad = { ...DEFAULT_OFFICE_HOURS, timeZone: 'Mars/Olympus' };
  await storeBadValue(api, 'office_hours', bad);
  await api.settings.reload();
  expect(await sendBoth(api)).toEqual([201, 201]);
  const columns = ['isDeadlineProvisional', 'dueAt', 'promisedDueAt', 'waitingSince'] as const;
  const read = () => readRows(api.db, 'conversations', columns);
  await sendDueAlerts(jobs, { hasWebhook: false });
  for (const conversation of await read()) {
    expect(conversation).toMatchObject({ isDeadlineProvisional: true, promisedDueAt: null });
    expect(conversation.dueAt).not.toBeNull();
  }
  const { id } = await readRow(api.db, 'contactMessages', ['id']);
  expect(await findMessageDeadline(jobs, id)).toBeNull();

  const always = [{ from: '00:00', to: '24:00' }];
  const days = Object.keys(DEFAULT_OFFICE_HOURS.week).map((day) => [day, always]);
  const week = Object.fromEntries(days) as typeof DEFAULT_OFFICE_HOURS.week;
  const officeHours = { ...DEFAULT_OFFICE_HOURS, week, promisedMinutes: 30 };
  await updateRows(api.db, 'siteSettings', {}, { officeHours });
  await sendDueAlerts(jobs, { hasWebhook: false });
  const settled = await read();
  expect(settled).toHaveLength(2);
  for (const { waitingSince, ...conversation } of settled) {
    const dueAt = new Date((waitingSince?.getTime() ?? 0) + 30 * 60_000);
    expect(conversation).toEqual({ isDeadlineProvisional: false, dueAt, promisedDueAt: dueAt });
  }
});

const fail = () => {
  throw new Error('a fault of ours');
};

it.for<[string, Partial<ServiceContext>]>([
  ['the deadline', { officeHours: () => ({ ...DEFAULT_OFFICE_HOURS, timeZone: 'Mars/X' }) }],
  ['the spam suspicion', { countText: fail }],
  ['the statistics', { countLead: fail }],
  ['the tracking link', { trackKey: null as unknown as Buffer }],
])('an enquiry is stored where %s cannot be computed', async ([, change], { ctx }) => {
  const error = vi.fn();
  const visitor = { ...ctx, countText: () => 1, log: createTestLog({ error }), ...change };
  const order = { input: buildOrderInput(), filePaths: [], idempotencyKey: crypto.randomUUID() };
  const { id: orderId } = await createOrder(visitor, order);
  const message = { input: buildMessageInput(), idempotencyKey: null };
  const { id: messageId } = await createMessage(visitor, message);
  for (const ref of [{ orderId }, { messageId }]) {
    const { waitingSince } = await readRow(ctx.db, 'conversations', ['waitingSince'], ref);
    expect(waitingSince).not.toBeNull();
  }
  expect(error).toHaveBeenCalled();
});
