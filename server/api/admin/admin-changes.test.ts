import { expect } from 'vitest';
import { createAdmin, disableAdmin, resetPassword } from '#server/services/accounts/index.ts';
import { liftBlocks } from '#server/traffic/ways-back.ts';
import { TEST_PASSWORD } from '#tests/support/admin.ts';
import { type AdminRequests, signedInRequests } from '#tests/support/admin-requests.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';

const RULE = {
  ip_address: '203.0.113.9',
  rule_type: 'blacklist',
  reason: 'Scans',
  expires_at: null,
};
const NEW_PASSWORD = 'Bakirci-19-Semaver';

const byAdmin = ({ username }: AdminRequests) => `By ${username}`;

it.beforeEach(async ({ api }) => {
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
  const fields = { ipAddress: '203.0.113.9', ruleType: 'blacklist', reason: 'Scans' };
  const values = Object.entries({ ...fields, expiresAt: null }).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  );
  const by = byAdmin(admin);
  expect(await listChanges(api)).toEqual([
    ['ip_rule_added', [by, ...values.map(([name, value]) => `${name}: nothing → ${value}`)]],
    ['ip_rule_removed', [by, ...values.map(([name, value]) => `${name}: ${value} → nothing`)]],
  ]);
  // What was not there leaves no trace.
  expect((await admin.remove(`ip-rules/${body.id}`)).status).toBe(404);
  expect(await listChanges(api)).toHaveLength(2);
});

it('records what of the settings changed, and nothing when nothing did', async ({ api, admin }) => {
  const { body } = await admin.get('site-settings');
  const { updated_at: _, ...settings } = body;
  const changes = { copyright_text: '© {year} Somebody', terms_of_service: 'Be kind.' };
  const changed = { ...settings, ...changes };
  expect((await admin.put('site-settings', changed)).status).toBe(200);
  expect((await admin.put('site-settings', changed)).status).toBe(200);
  const [[type, reasons] = ['', []], ...more] = await listChanges(api);
  expect([type, more]).toEqual(['settings_changed', []]);
  expect(reasons).toEqual([
    byAdmin(admin),
    `copyrightText: ${JSON.stringify(settings.copyright_text)} → "© {year} Somebody"`,
    expect.stringMatching(/^termsVersion: "2025-01" → "\d{4}-\d{2}-\d{2}"$/),
    'termsOfService: "" → "Be kind."',
  ]);
});

it('records a changed password without it', async ({ api, admin }) => {
  const body = { current_password: TEST_PASSWORD, new_password: NEW_PASSWORD };
  expect((await admin.post('password', body)).status).toBe(200);
  expect(await listChanges(api)).toEqual([['password_changed', [byAdmin(admin)]]]);
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
    ['ip_rule_added', byAdmin(admin)],
    ['ip_rule_removed', 'On the command line'],
  ]);
  expect(changes[1]?.[1]).toEqual(['On the command line', 'Of deniz', 'isActive: true → false']);
  expect(JSON.stringify(changes)).not.toContain(NEW_PASSWORD);
  expect(JSON.stringify(changes)).not.toContain('$2b$');
});
