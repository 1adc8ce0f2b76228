import { describe, expect } from 'vitest';
import { JOBS } from '#server/jobs/catalog.ts';
import { DAY_MS } from '#server/lib/schedule.ts';
import { listShownStatistics, measureClaims } from '#server/services/claims/index.ts';
import { ENOUGH } from '#shared/claims/values.ts';
import { splitKey } from '#shared/site-content/types.ts';
import { ENDLESS_SESSION, signInForTest } from '#tests/support/admin.ts';
import { buildEnquiry } from '#tests/support/enquiries.ts';
import { buildProject } from '#tests/support/factories.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { SAMPLE_CONTENT } from '#tests/support/samples/sample-company.ts';
import { readRow, readRows } from '#tests/support/database/rows.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const MORNING = new Date('2026-06-15T07:00:00Z');

const it = base.extend({});
it.override('session', ({ api }) => signInForTest(api.db, undefined, ENDLESS_SESSION));

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  api.clock.now = NOW;
  for (const table of ['conversations', 'orders', 'contactMessages', 'publicClaims'] as const) {
    await api.db.deleteFrom(table).execute();
  }
  const row = { ...splitKey('proof'), data: JSON.stringify(SAMPLE_CONTENT.proof), isSample: true };
  await api.db.deleteFrom('siteContent').where('type', '=', 'proof').execute();
  await api.db.insertInto('siteContent').values(row).execute();
});

const KEYS = [
  'response-promise',
  'efficiency',
  'time-reduction',
  'client-satisfaction',
  'projects-delivered',
  'on-time',
  'response-time',
  'case-logistics',
  'case-real-estate',
  'case-manufacturing',
];

type Found = { key: string };

function findIn<Item extends Found>(items: readonly Item[], key: string): Item | undefined {
  return items.find((item) => item.key === key);
}

/** So many enquiries as it takes, each answered after so many minutes. */
async function respondToAll(api: TestApp, minutes: number): Promise<void> {
  for (let index = 0; index < ENOUGH['response-time']; index += 1) {
    const respondedAt = new Date(MORNING.getTime() + minutes * 60_000);
    await buildEnquiry(api.db, 'message', { createdAt: MORNING, respondedAt });
  }
}

async function versionOf(api: TestApp): Promise<number> {
  const name = 'public_claims';
  return (await readRow(api.db, 'tableVersions', ['version'], { name })).version;
}

function contextOf(api: TestApp) {
  return { ...buildServiceContext(api.db, null as never), now: () => NOW };
}

it('names every claim, and how measurable ones are measured', async ({ api, admin }) => {
  const { body } = await admin.get('public-claims');
  expect(body.items.map(({ key }: Found) => key)).toEqual(KEYS);
  const unmeasured = { attested_on: null, measured_value: null, measured_count: null, shown: null };
  const time = findIn<Found & { query: string }>(body.items, 'response-time');
  expect(time).toMatchObject({ text: '1h', mode: 'warn', is_shown: true, ...unmeasured });
  expect(time?.query).toMatch(/^with calendar .* select avg\(open_minutes\)/);
  const [promise, ...others] = body.items;
  expect(others.at(-1)).toMatchObject({ query: null, places: ['case-studies'] });
  await api.db.deleteFrom('siteContent').where('type', '=', 'proof').execute();
  expect((await admin.get('public-claims')).body.items).toEqual([promise]);
});

it('counts replies by the calendar, promises kept and projects', async ({ api, admin }) => {
  await api.db.deleteFrom('projects').execute();
  await buildProject(api.db, { isPublished: true });
  await buildProject(api.db, { isPublished: false });
  await respondToAll(api, 30);
  await buildEnquiry(api.db, 'order', { createdAt: MORNING });
  expect(await admin.post('public-claims/measure', {})).toMatchObject({ status: 200 });
  const { body } = await admin.get('public-claims');
  // 20 after half an hour, and one that has waited five hours.
  const measured = ['response-time', 'response-promise', 'projects-delivered'];
  expect(measured.map((key) => findIn(body.items, key))).toMatchObject([
    { measured_value: (20 * 30 + 300) / 21, measured_count: 21, measured_at: NOW.toISOString() },
    { measured_value: (100 * 20) / 21, measured_count: 21 },
    { measured_value: 1, measured_count: 1 },
  ]);
});

describe('POST public-claims/mode', () => {
  it('shows what is measured daily, and announces when that changes', async ({ api, admin }) => {
    expect(JOBS['public-claims.measure'].schedule.every).toBe(DAY_MS);
    const ctx = contextOf(api);
    const shown = () => listShownStatistics(ctx);
    await respondToAll(api, 190);
    await measureClaims(ctx);
    expect(await shown()).toEqual({});
    const before = await versionOf(api);
    const chosen = { key: 'response-time', mode: 'computed' };
    expect((await admin.post('public-claims/mode', chosen)).status).toBe(200);
    expect(await shown()).toEqual({ 'response-time': { value: 3.2, suffix: 'h' } });
    expect(await versionOf(api)).toBe(before + 1);

    // Another measure of the same is no reason to make pages again.
    const respondedAt = new Date(MORNING.getTime() + 190 * 60_000);
    await buildEnquiry(api.db, 'message', { createdAt: MORNING, respondedAt });
    await measureClaims(ctx);
    expect(await versionOf(api)).toBe(before + 1);
    await api.db.updateTable('conversations').set({ firstResponseAt: MORNING }).execute();
    await measureClaims(ctx);
    expect(await shown()).toEqual({ 'response-time': { value: 1, suffix: 'min' } });

    // Too little is left to say anything: the text again.
    await api.db.deleteFrom('conversations').execute();
    await measureClaims(ctx);
    expect(await shown()).toEqual({});
    expect(await versionOf(api)).toBe(before + 3);
  });

  it('is recorded as a change, and rejects what no page can show', async ({ api, admin }) => {
    await admin.post('public-claims/mode', { key: 'projects-delivered', mode: 'computed' });
    const eventType = { eventType: 'settings_changed' };
    const events = await readRows(api.db, 'securityEvents', ['reasons'], eventType, 'id');
    const change = ['Of public number "15+"', 'mode: "warn" → "computed"'];
    expect(events.at(-1)).toEqual({ reasons: [`By ${admin.username}`, ...change] });
    for (const key of ['response-promise', 'on-time']) {
      const response = await admin.post('public-claims/mode', { key, mode: 'computed' });
      expect(response.status).toBe(422);
    }
    for (const body of [null, { key: 'x', mode: 'warn' }, { key: 'on-time', mode: 'x' }]) {
      expect((await admin.post('public-claims/mode', body)).status).toBe(400);
    }
  });
});

describe('PUT site-content/proof', () => {
  const evidence = {
    evidence: 'Project list of 2026, sheet “Handover”',
    evidence_url: 'HTTPS://files.example/projects',
    review_by: '2027-01-15',
  };
  type Item = Record<string, unknown> & Found;
  type Proof = { numbers: Item[]; stories: Item[]; updated_at?: string };

  it('notes who attested a number when, and shows none without evidence', async ({
    api,
    admin,
  }) => {
    const save = async (changes: object) => {
      const {
        updated_at: _,
        is_sample: __,
        ...proof
      } = (await admin.get('site-content/proof')).body as Proof & { is_sample: boolean };
      const change = (item: Item) => (item.key === 'on-time' ? { ...item, ...changes } : item);
      return admin.put('site-content/proof', { ...proof, numbers: proof.numbers.map(change) });
    };
    const find = async () => findIn((await admin.get('public-claims')).body.items, 'on-time');
    expect((await save({ ...evidence, attested_by: 'x' })).status).toBe(200);
    const attested = { attested_on: '2026-06-15', attested_by: admin.username };
    const stored = { ...evidence, evidence_url: 'https://files.example/projects' };
    expect(await find()).toMatchObject({ ...stored, ...attested, is_shown: true });
    api.clock.now = new Date(NOW.getTime() + DAY_MS);
    await save({ label: 'In time', attested_on: '' });
    expect(await find()).toMatchObject({ label: 'In time', ...attested });
    await save({ value: 99 });
    expect(await find()).toMatchObject({ text: '99%', attested_on: '2026-06-16' });
    await save({ evidence: ' ', evidence_url: '', review_by: '' });
    const none = { attested_on: null, attested_by: null, review_by: null, is_shown: false };
    expect(await find()).toMatchObject(none);
    const rejected = async (changes: object) =>
      Object.keys((await save(changes)).body.error.fields)[0];
    expect(await rejected({ evidence: 'x'.repeat(2_001) })).toBe('numbers.4.evidence');
    expect(await rejected({ evidence_url: 'javascript:alert(1)' })).toBe('numbers.4.evidence_url');
    expect(await rejected({ review_by: '2026-02-30' })).toBe('numbers.4.review_by');
  });

  it('gives new numbers keys of their own, and forgets what was removed', async ({
    api,
    admin,
  }) => {
    await measureClaims(contextOf(api));
    const { numbers } = (await admin.get('site-content/proof')).body as Proof;
    const [time] = numbers.filter(({ key }) => key === 'response-time');
    const copies = [time, { ...time, label: '24 Saat!' }, { ...time, label: 'Saat', key: '' }];
    const { body } = await admin.put('site-content/proof', { numbers: copies, stories: [] });
    const keys = body.numbers.map(({ key }: Found) => key);
    expect(keys).toEqual(['response-time', 'saat', 'saat-x']);
    const rows = await readRows(api.db, 'publicClaims', ['key'], {}, 'key');
    expect(rows.map(({ key }) => key)).toEqual(['response-promise', 'response-time']);
  });
});
