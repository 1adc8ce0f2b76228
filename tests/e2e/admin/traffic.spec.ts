import type { Page } from '@playwright/test';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import { expectAccessibleState } from '#tests/support/browser/admin-content.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { buildLoggedRequests, buildSecurityEvents } from '#tests/support/traffic.ts';

test.beforeEach(async ({ site }) => {
  for (const table of ['securityEvents', 'ddosRequestLogs', 'adminSessions'] as const) {
    await site.db.deleteFrom(table).execute();
  }
});

function requestRows(page: Page) {
  return page.getByRole('table', { name: 'Request logs' }).locator('tbody tr');
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

const buildRequests = (site: Site) =>
  buildLoggedRequests(site.db, [
    { at: ago(0), ip: '203.0.113.1', endpoint: '/one', status: 404, weight: 3 },
    { at: ago(0), ip: '203.0.113.2', endpoint: '/two', status: 429 },
    { at: ago(0), ip: '198.51.100.1', endpoint: '/three', status: 503 },
    { at: ago(45), ip: '203.0.113.1', endpoint: '/long-ago' },
    { at: ago(300), ip: '2001:db8::1', endpoint: '/old' },
  ]);

test('requests are those of visitors at first, and are narrowed', async ({ admin: page, site }) => {
  await buildRequests(site);
  await page.goto('/admin?tab=ddos&view=requests');
  const found = requestRows(page).getByRole('rowheader');
  const three = requestRows(page).filter({ hasText: '/three' });
  const ofBackOffice = requestRows(page).filter({ hasText: '/api/admin' });
  await expect(three).toHaveCount(1);
  const own = site.db
    .selectFrom('ddosRequestLogs')
    .select('id')
    .where('isAdmin', '=', true)
    .where('endpoint', '=', '/api/admin/traffic/summary');
  await expect.poll(async () => (await own.execute()).length).toBeGreaterThan(0);
  await page.reload();
  await expect(three).toHaveCount(1);
  await expect(ofBackOffice).toHaveCount(0);
  const withOwn = page.getByRole('switch', { name: 'With the back office' });
  await withOwn.focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/admins=1/);
  const summary = ofBackOffice.filter({ hasText: 'traffic/summary' }).first();
  await expect(summary).toContainText('Back office');
  await page.goBack();
  await expect(withOwn).not.toBeChecked();
  await expect(ofBackOffice).toHaveCount(0);

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('traffic/requests')) asked.push(request.url());
  });
  const address = page.getByRole('searchbox', { name: 'IP address or range' });
  await address.fill('203.0.');
  await expect(page.getByText(IP_RULE_MESSAGES.address)).toBeVisible();
  await expect(found).toHaveCount(0);
  expect(asked).toEqual([]);
  await address.fill('203.0.113.0/24');
  await expect(found).toHaveText(['/two', '/one', '/long-ago']);
  await expect(page).toHaveURL(/ip_address=203.0.113.0%2F24/);
  await page.getByLabel('Status').selectOption('404');
  await expect(found).toHaveText(['/one']);
  await expect(requestRows(page)).toContainText('3 requests');
  await page.getByLabel('Status').selectOption('5xx Failed');
  await expect(page.getByText('Nothing matches the search and the filters.')).toBeVisible();
  await expectAccessibleState(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(three).toHaveCount(1);
  await expect(page).toHaveURL(/\?tab=ddos&view=requests$/);

  const local = await page.evaluate(() => {
    const before = new Date(Date.now() - 3_600_000);
    const minutes = before.getTime() - before.getTimezoneOffset() * 60_000;
    return new Date(minutes).toISOString().slice(0, 16);
  });
  await page.getByLabel('To', { exact: true }).fill(local);
  await expect(found).toHaveText(['/old']);
  await page.reload();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(local);
  await expect(found).toHaveText(['/old']);
});

test('an alert leads to its events', async ({ admin: page, site, problems }) => {
  problems.allow(/500/);
  const at = ago(0).toISOString();
  await buildSecurityEvents(site.db, [
    { at, ip: '203.0.113.1', score: 85 },
    { at, ip: '203.0.113.7', score: 40 },
  ]);
  await buildRequests(site);
  await page.goto('/admin?tab=ddos');
  await page.getByRole('link', { name: 'Show events' }).click();
  await expect(page).toHaveURL(/view=events&events=attention$/);
  const events = page.getByRole('table', { name: 'Security events' }).locator('tbody tr');
  await expect(events).toHaveCount(1);
  await expect(events).toContainText('203.0.113.1');
  await events.getByRole('link', { name: 'Requests 203.0.113.1' }).click();
  await expect(requestRows(page).getByRole('rowheader')).toHaveText(['/one']);
  await expect(page.getByRole('searchbox', { name: 'IP address or range' })).toHaveValue(
    '203.0.113.1',
  );

  await page.goto('/admin?tab=ddos&view=events&events=attention');
  const alert = page.getByRole('alert').filter({ hasText: 'immediate' });
  await expect(alert).toHaveText('1 event needs immediate attention');
  const acknowledge = page.getByRole('button', { name: 'Acknowledge' });
  await page.route('**/events/acknowledge', (route) => route.fulfill({ status: 500 }));
  await acknowledge.click();
  await expect(page.getByText('Failed to acknowledge the events')).toBeVisible();
  await expect(alert).toBeVisible();
  await page.unroute('**/events/acknowledge');
  await acknowledge.focus();
  await page.keyboard.press('Enter');
  await expect(alert).toBeHidden();
  const section = page.getByRole('region', { name: 'Events that need attention' });
  await expect(section).toBeFocused();
  await expect(section).toContainText(/1 event acknowledged by \S+, /);
  await expect(page.getByText('Nothing matches the search and the filters.')).toBeVisible();
  await expectAccessibleState(page);
  for (const ip of ['203.0.113.3', '203.0.113.4']) {
    await buildSecurityEvents(site.db, [{ at: ago(0).toISOString(), ip, score: 90 }]);
  }
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(alert).toHaveText('2 events need immediate attention');
});
