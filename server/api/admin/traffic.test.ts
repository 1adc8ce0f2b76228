import { describe, expect } from 'vitest';
import { v7 as uuidV7 } from 'uuid';
import { PROTECTION_MESSAGES } from '#shared/traffic-protection/messages.ts';
import {
  expectError,
  expectInvalid,
  HOSTILE_VALUES,
  signedInRequests,
} from '#tests/support/admin-requests.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { buildLoggedRequests, buildSecurityEvents } from '#tests/support/traffic.ts';
import { ENDLESS_SESSION, signInForTest } from '#tests/support/admin.ts';
import { it } from '#tests/support/fixtures.ts';

it.override('session', ({ api }) => signInForTest(api.db, undefined, ENDLESS_SESSION));

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  for (const table of ['ddosRequestLogs', 'securityEvents', 'ipSecurityRules'] as const) {
    await api.db.deleteFrom(table).execute();
  }
});

describe('GET traffic/summary', () => {
  it('is all zeros on a day without traffic', async ({ api, admin }) => {
    api.clock.now = new Date('2026-11-21T00:30:00Z');
    expect((await admin.get('traffic/summary?time_zone=UTC')).body).toEqual({
      started_at: '2026-11-21T00:00:00.000Z',
      counted_at: '2026-11-21T00:30:00.000Z',
      requests_today: 0,
      blocked_today: 0,
      unique_ips: 0,
      average_threat_score: 0,
      top_threats: [],
      hourly: [
        { started_at: '2026-11-21T00:00:00.000Z', requests: 0, blocked: 0, highest_score: null },
      ],
    });
  });

  it('takes the day of the zone, from its midnight on, and sums weights', async ({
    api,
    admin,
  }) => {
    api.clock.now = new Date('2026-11-21T22:30:00Z');
    await buildLoggedRequests(api.db, [
      { at: '2026-11-20T20:59:59.999Z', weight: 1_000 },
      { at: '2026-11-20T21:00:00.000Z', weight: 3, ip: '198.51.100.2' },
      { at: '2026-11-21T20:59:59.999Z', weight: 5, ip: '2001:db8::1' },
      { at: '2026-11-21T21:00:00.000Z', weight: 7 },
      { at: '2026-11-21T22:10:00.000Z', weight: 11 },
    ]);
    await buildSecurityEvents(api.db, [
      { at: '2026-11-21T20:59:59.999Z', score: 90 },
      { at: '2026-11-21T21:00:00.000Z', score: 40 },
      { at: '2026-11-21T21:30:00.000Z', score: 10, type: 'rate_limit' },
      { at: '2026-11-21T22:00:00.000Z', score: 71, type: 'rate_limit' },
    ]);
    const istanbul = (await admin.get('traffic/summary')).body;
    expect(istanbul).toMatchObject({
      started_at: '2026-11-21T21:00:00.000Z',
      requests_today: 18,
      unique_ips: 1,
      blocked_today: 1,
      // (40 + 10 + 71) / 3
      average_threat_score: 40,
    });
    expect(istanbul.hourly).toEqual([
      { started_at: '2026-11-21T21:00:00.000Z', requests: 7, blocked: 1, highest_score: 40 },
      { started_at: '2026-11-21T22:00:00.000Z', requests: 11, blocked: 0, highest_score: 71 },
    ]);
    const london = (await admin.get('traffic/summary?time_zone=Europe/London')).body;
    expect(london).toMatchObject({ requests_today: 23, unique_ips: 2, blocked_today: 2 });
    expect(london.hourly).toHaveLength(23);
    expect(london.hourly[20]).toEqual({
      started_at: '2026-11-21T20:00:00.000Z',
      requests: 5,
      blocked: 1,
      highest_score: 90,
    });
  });

  it('names the five addresses with the highest scores, and which of them are blocked', async ({
    api,
    admin,
  }) => {
    api.clock.now = new Date('2026-11-21T12:00:00Z');
    const at = '2026-11-21T10:00:00.000Z';
    await buildSecurityEvents(api.db, [
      ...[10, 20, 30, 60, 70].map((score, index) => ({ at, score, ip: `203.0.113.${index}` })),
      { at, score: 95, ip: '198.51.100.7' },
      { at: '2026-11-21T11:00:00.000Z', score: 5, ip: '198.51.100.7' },
      { at: '2026-11-20T10:00:00.000Z', score: 100, ip: '198.51.100.8' },
    ]);
    const rules = [
      { ipAddress: '198.51.100.0/24', ruleType: 'blacklist' },
      { ipAddress: '203.0.113.4', ruleType: 'whitelist' },
      { ipAddress: '203.0.113.3', ruleType: 'blacklist', expiresAt: '2026-11-21T11:59:00Z' },
    ] as const;
    const rows = rules.map((rule) => ({ id: uuidV7(), ...rule }));
    await api.db.insertInto('ipSecurityRules').values(rows).execute();
    const { top_threats: threats } = (await admin.get('traffic/summary?time_zone=UTC')).body;
    expect(threats).toHaveLength(5);
    expect(threats[0]).toEqual({
      ip_address: '198.51.100.7',
      threat_score: 95,
      event_count: 2,
      last_event_at: '2026-11-21T11:00:00.000Z',
      is_blocked: true,
    });
    expect(threats).toMatchObject([
      { threat_score: 95, is_blocked: true },
      ...[70, 60, 30, 20].map((score) => ({ threat_score: score, is_blocked: false })),
    ]);
  });

  it('names a /64 range once, and a rule for it makes it blocked', async ({ api, admin }) => {
    api.clock.now = new Date('2026-11-21T12:00:00Z');
    const at = '2026-11-21T10:00:00.000Z';
    await buildSecurityEvents(api.db, [
      { at, score: 80, ip: '2001:db8:0:7::1' },
      { at, score: 90, ip: '2001:db8:0:7:ffff::2' },
      { at, score: 70, ip: '2001:db8:0:8::1' },
    ]);
    const readThreats = async () =>
      (await admin.get('traffic/summary?time_zone=UTC')).body.top_threats;
    const [first] = await readThreats();
    expect(await readThreats()).toMatchObject([
      { ip_address: '2001:db8:0:7::/64', threat_score: 90, event_count: 2, is_blocked: false },
      { ip_address: '2001:db8:0:8::/64', threat_score: 70, event_count: 1, is_blocked: false },
    ]);
    const rule = { ip_address: first.ip_address, rule_type: 'blacklist', reason: 'Floods' };
    expect(await admin.post('ip-rules', rule)).toMatchObject({
      status: 201,
      body: { ip_address: '2001:db8:0:7::/64' },
    });
    expect(await readThreats()).toMatchObject([{ is_blocked: true }, { is_blocked: false }]);
  });

  it('leaves changes of the mode out: they are about no address', async ({ api, admin }) => {
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
  });

  it('rejects zones that are none', async ({ admin }) => {
    const hostileZones = HOSTILE_VALUES.map((value) =>
      (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)).slice(0, 1_000),
    );
    for (const zone of [
      '',
      'Mars/Olympus',
      '+03:00',
      "UTC'--",
      'x'.repeat(5_000),
      ...hostileZones,
    ]) {
      const query = `time_zone=${encodeURIComponent(zone)}`;
      const { status, body } = await admin.get(`traffic/summary?${query}`);
      expect([status, Object.keys(body.error.fields)], zone).toEqual([400, ['time_zone']]);
    }
    const response = await admin.get('traffic/summary?time_zone=Mars/Olympus');
    expectInvalid(response, { time_zone: 'This is no time zone' });
  });
});

describe('GET traffic/events', () => {
  it('answers the newest 50 with their reasons in words', async ({ api, admin }) => {
    await buildSecurityEvents(
      api.db,
      Array.from({ length: 60 }, (_, index) => ({
        at: new Date(Date.parse('2026-11-21T10:00:00Z') + index).toISOString(),
        score: index,
        type: 'rate_limit',
        reasons: ['410 requests in a minute', { signal: 'probe', paths: 3 }, '<b>bold</b>'],
      })),
    );
    const { items } = (await admin.get('traffic/events')).body;
    expect(items).toHaveLength(50);
    expect(items[0]).toEqual({
      id: expect.any(Number),
      event_type: 'rate_limit',
      ip_address: '198.51.100.1',
      counted_as: '198.51.100.1',
      threat_score: 59,
      reasons: ['410 requests in a minute', '{"paths":3,"signal":"probe"}', '<b>bold</b>'],
      samples: [],
      created_at: '2026-11-21T10:00:00.059Z',
      acknowledged_at: null,
      acknowledged_by_username: null,
    });
    expect(items[49].threat_score).toBe(10);
  });

  it('says as what an address is counted: a rule for less would miss it', async ({
    api,
    admin,
  }) => {
    await buildSecurityEvents(api.db, [
      { at: '2026-11-21T10:00:01.000Z', ip: '2001:db8:0:7:1:2:3:4' },
      { at: '2026-11-21T10:00:00.000Z', ip: '203.0.113.9' },
    ]);
    const { items } = (await admin.get('traffic/events')).body;
    expect(items).toMatchObject([
      { ip_address: '2001:db8:0:7:1:2:3:4', counted_as: '2001:db8:0:7::/64' },
      { ip_address: '203.0.113.9', counted_as: '203.0.113.9' },
    ]);
  });

  it('answers the sample requests of an event, without what is none', async ({ api, admin }) => {
    const sample = {
      at: '2026-11-21T10:00:00.000Z',
      method: 'GET',
      path: '/<b>.env</b>',
      status: 404,
    };
    await buildSecurityEvents(api.db, [{ at: '2026-11-21T10:00:01.000Z' }]);
    await api.db
      .updateTable('securityEvents')
      .set({
        samples: JSON.stringify([
          { ...sample, cookie: 'secret' },
          'x',
          null,
          { ...sample, at: 'soon' },
          { ...sample, status: 200 },
        ]),
      })
      .execute();
    const { items } = (await admin.get('traffic/events')).body;
    expect(items[0].samples).toEqual([sample, { ...sample, status: 200 }]);
  });
});

describe('traffic/protection', () => {
  it.beforeEach(async ({ api }) => {
    await api.db
      .updateTable('trafficProtection')
      .set({ mode: 'on', changedAt: '2026-11-20T10:00:00Z', changedBy: null })
      .execute();
  });

  it('says the mode, and who chose it when', async ({ api, admin }) => {
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
  });

  it.for(['on', 'simulate', 'off'])(
    'tells every process of the mode %s',
    async (mode, { api, admin }) => {
      const other = mode === 'on' ? 'off' : 'on';
      await api.db.updateTable('trafficProtection').set({ mode: other }).execute();
      const versionOf = () =>
        api.db
          .selectFrom('tableVersions')
          .select('version')
          .where('name', '=', 'traffic_protection')
          .executeTakeFirstOrThrow();
      const before = await versionOf();
      await admin.put('traffic/protection', { mode });
      expect(await versionOf()).not.toEqual(before);
      expect((await admin.get('traffic/protection')).body.mode).toBe(mode);
    },
  );

  it('refuses what is no mode', async ({ admin }) => {
    for (const mode of [...HOSTILE_VALUES, undefined, 'On']) {
      const { status } = await admin.put('traffic/protection', { mode });
      expect([400, 413]).toContain(status);
    }
    expectInvalid(await admin.put('traffic/protection', { mode: 'maybe', by: 'me' }), {
      mode: PROTECTION_MESSAGES.mode,
      by: 'This field is not known',
    });
    expect((await admin.get('traffic/protection')).body.mode).toBe('on');
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
    const { mode } = await configured.db
      .selectFrom('trafficProtection')
      .select('mode')
      .executeTakeFirstOrThrow();
    expect(mode).toBe('on');
    await configured.close();
  });
});

describe('GET traffic/requests', () => {
  it('answers the newest 100', async ({ api, admin }) => {
    await buildLoggedRequests(
      api.db,
      Array.from({ length: 120 }, (_, index) => ({
        at: new Date(Date.parse('2026-11-21T10:00:00Z') + index).toISOString(),
        endpoint: `/blog/post-${index}`,
        ip: '2001:db8::1',
        weight: 2,
      })),
    );
    const { items } = (await admin.get('traffic/requests')).body;
    expect(items).toHaveLength(100);
    expect(items[0]).toEqual({
      id: expect.any(Number),
      ip_address: '2001:db8::1',
      endpoint: '/blog/post-119',
      response_status: 200,
      weight: 2,
      is_admin: false,
      created_at: '2026-11-21T10:00:00.119Z',
    });
    expect(items[99].endpoint).toBe('/blog/post-20');
  });
});

describe('GET login-attempts', () => {
  it('answers the newest ten', async ({ api, admin }) => {
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
});
