import { describe, expect } from 'vitest';
import { JOBS } from '#server/jobs/catalog.ts';
import { DAY_MS } from '#server/lib/schedule.ts';
import { listShownStatistics, measureClaims } from '#server/services/claims/index.ts';
import { CLAIM_KEYS, MEASURED_CLAIMS } from '#shared/claims/values.ts';
import { ENDLESS_SESSION, signInForTest } from '#tests/support/admin.ts';
import { buildEnquiry } from '#tests/support/enquiries.ts';
import { buildProject } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { readRow, readRows } from '#tests/support/database/rows.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const MORNING = new Date('2026-06-15T07:00:00Z');

it.override('session', ({ api }) => signInForTest(api.db, undefined, ENDLESS_SESSION));

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  api.clock.now = NOW;
  for (const table of ['conversations', 'orders', 'contactMessages', 'publicClaims'] as const) {
    await api.db.deleteFrom(table).execute();
  }
});

/** So many enquiries as it takes, each answered after so many minutes. */
async function respondToAll(api: TestApp, minutes: number): Promise<void> {
  for (let index = 0; index < MEASURED_CLAIMS['response-time'].enough; index += 1) {
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

it('names every claim, and how measurable ones are measured', async ({ admin }) => {
  const { body } = await admin.get('public-claims');
  expect(body.items.map(({ key }: { key: string }) => key)).toEqual(CLAIM_KEYS);
  const unmeasured = { attested_on: null, measured_value: null, measured_count: null, shown: null };
  expect(body.items[0]).toMatchObject({ key: 'response-time', mode: 'warn', ...unmeasured });
  expect(body.items[0].query).toMatch(/^with calendar .* select avg\(open_minutes\)/);
  expect(body.items.at(-1)).toMatchObject({ key: 'case-manufacturing', query: null });
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
  expect(body.items.slice(0, 3)).toMatchObject([
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

describe('POST public-claims/attestation', () => {
  const attestation = {
    key: 'on-time',
    evidence: 'Project list of 2026, sheet “Handover”',
    evidence_url: 'HTTPS://files.example/projects',
    review_by: '2027-01-15',
  };

  it('says what a claim is based on until revoked, and rejects other values', async ({ admin }) => {
    expect((await admin.post('public-claims/attestation', attestation)).status).toBe(200);
    const isOnTime = ({ key }: { key: string }) => key === 'on-time';
    const find = async () => (await admin.get('public-claims')).body.items.find(isOnTime);
    expect(await find()).toMatchObject({
      evidence: attestation.evidence,
      evidence_url: 'https://files.example/projects',
      attested_on: '2026-06-15',
      attested_by: admin.username,
      review_by: '2027-01-15',
    });
    const empty = { key: 'on-time', evidence: ' ', evidence_url: '', review_by: '' };
    await admin.post('public-claims/attestation', empty);
    expect(await find()).toMatchObject({ attested_on: null, attested_by: null, review_by: null });
    const rejected = async (changes: object) =>
      (await admin.post('public-claims/attestation', { ...attestation, ...changes })).body.error
        .fields;
    expect(await rejected({ evidence: '', evidence_url: '' })).toHaveProperty('evidence');
    expect(await rejected({ evidence: 'x'.repeat(2_001) })).toHaveProperty('evidence');
    expect(await rejected({ evidence_url: 'javascript:alert(1)' })).toHaveProperty('evidence_url');
    expect(await rejected({ review_by: '2026-02-30' })).toHaveProperty('review_by');
  });
});
