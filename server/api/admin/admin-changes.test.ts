import { expect } from 'vitest';
import { createAdmin, disableAdmin, resetPassword } from '#server/services/accounts/index.ts';
import { liftBlocks } from '#server/traffic/ways-back.ts';
import { TEST_PASSWORD } from '#tests/support/admin.ts';
import { signedInRequests } from '#tests/support/admin-requests.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';

const RULE = {
  ip_address: '203.0.113.9',
  rule_type: 'blacklist',
  reason: 'Scans',
  expires_at: null,
};
const NEW_PASSWORD = 'Bakirci-19-Semaver';
let by: string;

it.beforeEach(async ({ api, admin }) => {
  const { username } = await api.db
    .selectFrom('adminUsers')
    .select('username')
    .where('id', '=', admin.adminUserId)
    .executeTakeFirstOrThrow();
  by = `By ${username}`;
  await api.db.deleteFrom('securityEvents').execute();
  await api.db.deleteFrom('ipSecurityRules').execute();
});

async function listChanges(api: TestApp): Promise<[string, string[]][]> {
  const { body } = await (await signedInRequests(api)).get('traffic/events');
  return body.items
    .map((item: { event_type: string; reasons: string[] }) => [item.event_type, item.reasons])
    .toReversed();
}

it('records who added and removed which rule', async ({ api, admin }) => {
  const { body } = await admin.post('ip-rules', RULE);
  await admin.remove(`ip-rules/${body.id}`);
  expect(await listChanges(api)).toEqual([
    [
      'ip_rule_added',
      [
        by,
        'ipAddress: nothing → "203.0.113.9"',
        'ruleType: nothing → "blacklist"',
        'reason: nothing → "Scans"',
        'expiresAt: nothing → null',
      ],
    ],
    [
      'ip_rule_removed',
      [
        by,
        'ipAddress: "203.0.113.9" → nothing',
        'ruleType: "blacklist" → nothing',
        'reason: "Scans" → nothing',
        'expiresAt: null → nothing',
      ],
    ],
  ]);
  // What was not there leaves no trace.
  expect((await admin.remove(`ip-rules/${body.id}`)).status).toBe(404);
  expect(await listChanges(api)).toHaveLength(2);
});

it('records what of the settings changed, and nothing when nothing did', async ({ api, admin }) => {
  const { body } = await admin.get('site-settings');
  const { updated_at: _, ...settings } = body;
  const changed = { ...settings, copyright_text: '© {year} Somebody' };
  expect((await admin.put('site-settings', changed)).status).toBe(200);
  expect((await admin.put('site-settings', changed)).status).toBe(200);
  const [[type, reasons] = ['', []], ...more] = await listChanges(api);
  expect([type, more]).toEqual(['settings_changed', []]);
  expect(reasons).toEqual([
    by,
    `copyrightText: ${JSON.stringify(settings.copyright_text)} → "© {year} Somebody"`,
  ]);
});

it('records a changed password without it', async ({ api, admin }) => {
  const body = { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD };
  expect((await admin.post('password', body)).status).toBe(200);
  expect(await listChanges(api)).toEqual([['password_changed', [by]]]);
});

it('records what is done on the command line, without a secret', async ({ api, admin }) => {
  const credentials = { username: 'deniz', password: NEW_PASSWORD };
  await createAdmin(api.db, credentials);
  await expect(createAdmin(api.db, credentials)).rejects.toMatchObject({ code: 'CONFLICT' });
  await disableAdmin(api.db, 'deniz');
  await resetPassword(api.db, credentials);
  await admin.post('ip-rules', RULE);
  await liftBlocks(api.db, '203.0.113.9', new Date());
  const changes = await listChanges(api);
  const where = changes.map(([type, [who]]) => [type, who]);
  expect(where).toEqual([
    ['admin_created', 'On the command line'],
    ['admin_disabled', 'On the command line'],
    ['admin_password_reset', 'On the command line'],
    ['ip_rule_added', by],
    ['ip_rule_removed', 'On the command line'],
  ]);
  expect(changes[1]?.[1]).toEqual(['On the command line', 'Of deniz', 'isActive: true → false']);
  expect(JSON.stringify(changes)).not.toContain(NEW_PASSWORD);
  expect(JSON.stringify(changes)).not.toContain('$2b$');
});

it('records a changed policy among the settings', async ({ api, admin }) => {
  const { body } = await admin.get('site-settings');
  const { updated_at: _, ...settings } = body;
  const terms = { ...settings, terms_of_service: 'Be kind.' };
  expect((await admin.put('site-settings', terms)).status).toBe(200);
  const [[type, reasons] = ['', []]] = await listChanges(api);
  expect(type).toBe('settings_changed');
  expect(reasons.at(-1)).toMatch(/^termsOfService: .* → "Be kind\."$/);
});

it('leaves the statistics of threats as they are', async ({ admin }) => {
  await admin.post('ip-rules', RULE);
  await admin.post('clients', { name: 'Hisar', is_featured: true });
  const { body } = await admin.get('traffic/summary?time_zone=UTC');
  expect(body).toMatchObject({ average_threat_score: 0, top_threats: [] });
  expect(body.hourly.every((hour: { highest_score: unknown }) => hour.highest_score === null)).toBe(
    true,
  );
});
