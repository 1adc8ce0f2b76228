import { describe, expect } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { PROTECTION_MESSAGES } from '#shared/traffic-protection/messages.ts';
import { expectError, expectInvalid, signedInRequests } from '#tests/support/admin-requests.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { buildSecurityEvents } from '#tests/support/traffic.ts';
import { ENDLESS_SESSION, signInForTest } from '#tests/support/admin.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { readRow, updateRows } from '#tests/support/database/rows.ts';

const it = base.extend({});
it.override('session', ({ api }) => signInForTest(api.db, undefined, ENDLESS_SESSION));

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  for (const table of ['ddosRequestLogs', 'securityEvents', 'ipSecurityRules'] as const) {
    await api.db.deleteFrom(table).execute();
  }
});

describe('GET traffic/summary', () => {
  it('names a /64 range once, and says which addresses a rule blocks', async ({ api, admin }) => {
    api.clock.now = new Date('2026-11-21T12:00:00Z');
    const at = '2026-11-21T10:00:00.000Z';
    await buildSecurityEvents(api.db, [
      { at, score: 80, ip: '2001:db8:0:7::1' },
      { at, score: 90, ip: '2001:db8:0:7:ffff::2' },
      { at, score: 70, ip: '203.0.113.4' },
      { at, score: 60, ip: '203.0.113.3' },
    ]);
    const rules = [
      { ipAddress: '203.0.113.4', ruleType: 'whitelist' },
      { ipAddress: '203.0.113.3', ruleType: 'blacklist', expiresAt: '2026-11-21T11:59:00Z' },
    ] as const;
    const rows = rules.map((rule) => ({ id: uuidV7(), ...rule }));
    await api.db.insertInto('ipSecurityRules').values(rows).execute();
    const readThreats = async () =>
      (await admin.get('traffic/summary?time_zone=UTC')).body.top_threats;
    const [first, ...others] = await readThreats();
    expect(first).toEqual({
      ip_address: '2001:db8:0:7::/64',
      threat_score: 90,
      event_count: 2,
      last_event_at: at,
      is_blocked: false,
    });
    expect(others).toMatchObject([
      { threat_score: 70, is_blocked: false },
      { threat_score: 60, is_blocked: false },
    ]);
    const rule = { ip_address: first.ip_address, rule_type: 'blacklist', reason: 'Floods' };
    expect((await admin.post('ip-rules', rule)).body.ip_address).toBe(first.ip_address);
    expect(await readThreats()).toMatchObject([{ is_blocked: true }, ...others]);
  });

  it('leaves changes of the mode out, and rejects zones that are none', async ({ api, admin }) => {
    api.clock.now = new Date('2026-11-21T12:00:00Z');
    const at = '2026-11-21T10:00:00.000Z';
    await buildSecurityEvents(api.db, [{ at, score: 0, type: 'protection_mode_changed' }]);
    const readStatistics = async () => (await admin.get('traffic/summary?time_zone=UTC')).body;
    const { hourly, ...statistics } = await readStatistics();
    expect(statistics).toMatchObject({ average_threat_score: 0, top_threats: [] });
    expect(hourly[10].highest_score).toBeNull();
    await buildSecurityEvents(api.db, [{ at, score: 60, ip: '198.51.100.2' }]);
    const second = await readStatistics();
    expect(second).toMatchObject({ average_threat_score: 60, top_threats: [{ event_count: 1 }] });
    expect(second.hourly[10].highest_score).toBe(60);
    for (const zone of ['', 'Mars/Olympus', '+03:00', "UTC'--", 'x'.repeat(5_000)]) {
      const query = `time_zone=${encodeURIComponent(zone)}`;
      const response = await admin.get(`traffic/summary?${query}`);
      expectInvalid(response, { time_zone: 'This is no time zone' }, zone);
    }
  });
});

it('lists the newest 50 events with reasons in words and valid samples', async ({ api, admin }) => {
  const reasons = ['410 requests in a minute', { signal: 'probe', paths: 3 }, '<b>bold</b>'];
  const ip = '2001:db8:0:7:1:2:3:4';
  const events = Array.from({ length: 60 }, (_, index) => {
    const at = new Date(Date.parse('2026-11-21T10:00:00Z') + index).toISOString();
    return { at, ip, score: index, type: 'rate_limit', reasons };
  });
  await buildSecurityEvents(api.db, events);
  const sample = { at: events[0]?.at, method: 'GET', path: '/<b>.env</b>', status: 404 };
  const samples = [{ ...sample, cookie: 'secret' }, 'x', null, { ...sample, at: 'soon' }];
  await updateRows(api.db, 'securityEvents', {}, { samples: JSON.stringify(samples) });
  const { items } = (await admin.get('traffic/events')).body;
  expect(items).toHaveLength(50);
  expect(items[0]).toEqual({
    id: expect.any(Number),
    event_type: 'rate_limit',
    ip_address: ip,
    // A rule for less than what is counted would miss it.
    counted_as: '2001:db8:0:7::/64',
    threat_score: 59,
    reasons: ['410 requests in a minute', '{"paths":3,"signal":"probe"}', '<b>bold</b>'],
    samples: [sample],
    created_at: '2026-11-21T10:00:00.059Z',
    acknowledged_at: null,
    acknowledged_by_username: null,
  });
  expect(items[49].threat_score).toBe(10);
});

describe('traffic/protection', () => {
  it.beforeEach(async ({ api }) => {
    const chosen = { mode: 'on', changedAt: '2026-11-20T10:00:00Z', changedBy: null } as const;
    await updateRows(api.db, 'trafficProtection', {}, chosen);
  });

  it('says the mode, who chose it when, and refuses what is no mode', async ({ api, admin }) => {
    const state = { configured_mode: null, has_unconfigured_proxy: false };
    const chosen = {
      mode: 'on',
      changed_at: '2026-11-20T10:00:00.000Z',
      changed_by_username: null,
    };
    const before = await admin.get('traffic/protection');
    expect(before).toEqual({ status: 200, body: { ...state, ...chosen } });
    const changed = {
      ...state,
      mode: 'simulate',
      changed_at: '2026-11-21T12:00:00.000Z',
      changed_by_username: admin.username,
    };
    // Choosing it again changes nothing.
    for (const hour of [12, 13]) {
      api.clock.now = new Date(`2026-11-21T${hour}:00:00Z`);
      const response = await admin.put('traffic/protection', { mode: 'simulate' });
      expect(response).toEqual({ status: 200, body: changed });
    }
    expect((await admin.get('traffic/protection')).body).toEqual(changed);
    expect((await admin.get('traffic/events')).body.items).toEqual([
      {
        id: expect.any(Number),
        event_type: 'protection_mode_changed',
        // Without a socket a test's own address is this one.
        ip_address: '0.0.0.0',
        counted_as: '0.0.0.0',
        threat_score: 0,
        reasons: [`Changed from on to simulate by ${admin.username}`],
        samples: [],
        created_at: changed.changed_at,
        acknowledged_at: null,
        acknowledged_by_username: null,
      },
    ]);
    expect((await admin.put('traffic/protection', {})).status).toBe(400);
    expectInvalid(await admin.put('traffic/protection', { mode: 'On', by: 'me' }), {
      mode: PROTECTION_MESSAGES.mode,
      by: 'This field is not known',
    });
    expect((await admin.get('traffic/protection')).body.mode).toBe('simulate');
  });

  it('keeps to the configuration where that decides', async () => {
    const configured = await createTestApp({ environment: { PROTECTION: 'simulate' } });
    const owner = await signedInRequests(configured);
    expect((await owner.get('traffic/protection')).body).toMatchObject({
      mode: 'simulate',
      configured_mode: 'simulate',
    });
    const response = await owner.put('traffic/protection', { mode: 'off' });
    expectError(response, 409, PROTECTION_MESSAGES.configured);
    const { mode } = await readRow(configured.db, 'trafficProtection', ['mode']);
    expect(mode).toBe('on');
    await configured.close();
  });
});

it('lists the newest ten login attempts', async ({ api, admin }) => {
  await api.db.deleteFrom('adminLoginAttempts').execute();
  const attempts = Array.from({ length: 12 }, (_, index) => ({
    username: `name-${index}`,
    ipAddress: '203.0.113.9',
    success: index === 11,
    createdAt: new Date(Date.parse('2026-11-21T10:00:00Z') + index),
  }));
  await api.db.insertInto('adminLoginAttempts').values(attempts).execute();
  const { status, body } = await admin.get('login-attempts');
  expect(status).toBe(200);
  expect(body.items).toHaveLength(10);
  expect(body.items[0]).toEqual({
    id: expect.any(Number),
    username: 'name-11',
    ip_address: '203.0.113.9',
    success: true,
    created_at: '2026-11-21T10:00:00.011Z',
  });
  expect(body.items[9].username).toBe('name-2');
});
