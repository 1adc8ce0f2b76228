import type { Page } from '@playwright/test';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { buildAccount, signInAs } from '#tests/support/browser/admin-e2e.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';

test.beforeEach(async ({ site }) => {
  for (const table of ['securityEvents', 'ddosRequestLogs', 'adminSessions'] as const) {
    await site.db.deleteFrom(table).execute();
  }
});

type Request = {
  ip: string;
  endpoint: string;
  status?: number;
  weight?: number;
  minutesAgo?: number;
};

async function logRequests({ db }: Site, requests: Request[]) {
  await db
    .insertInto('ddosRequestLogs')
    .values(
      requests.map(({ ip, endpoint, status = 200, weight = 1, minutesAgo = 0 }) => ({
        ipAddress: ip,
        endpoint,
        responseStatus: status,
        weight,
        createdAt: new Date(Date.now() - minutesAgo * 60_000),
      })),
    )
    .execute();
}

async function recordEvent({ db }: Site, ip: string, threatScore: number) {
  const event = { ipAddress: ip, threatScore, eventType: 'ddos_block' };
  await db.insertInto('securityEvents').values(event).execute();
}

function requestRows(page: Page) {
  return page.getByRole('table', { name: 'Request logs' }).locator('tbody tr');
}

const REQUESTS: Request[] = [
  { ip: '203.0.113.1', endpoint: '/one', status: 404, weight: 3 },
  { ip: '203.0.113.2', endpoint: '/two', status: 429 },
  { ip: '198.51.100.1', endpoint: '/three', status: 503 },
  { ip: '2001:db8::1', endpoint: '/old', minutesAgo: 300 },
];

test('requests are those of visitors at first', async ({ admin: page, site }) => {
  await logRequests(site, [{ ip: '203.0.113.1', endpoint: '/one' }]);
  await page.goto('/admin?tab=ddos&view=requests');
  const one = requestRows(page).filter({ hasText: '/one' });
  const ofBackOffice = requestRows(page).filter({ hasText: '/api/admin' });
  await expect(one).toHaveCount(1);
  const own = site.db
    .selectFrom('ddosRequestLogs')
    .select('id')
    .where('isAdmin', '=', true)
    .where('endpoint', '=', '/api/admin/traffic/summary');
  await expect.poll(async () => (await own.execute()).length).toBeGreaterThan(0);
  await page.reload();
  await expect(one).toHaveCount(1);
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
});

test('requests are narrowed by address, status and time', async ({ admin: page, site }) => {
  await logRequests(site, REQUESTS);
  await page.goto('/admin?tab=ddos&view=requests');
  const found = requestRows(page).getByRole('rowheader');
  const three = requestRows(page).filter({ hasText: '/three' });
  const address = page.getByRole('searchbox', { name: 'IP address or range' });
  await address.fill('203.0.113.0/24');
  await expect(found).toHaveText(['/two', '/one']);
  await expect(page).toHaveURL(/ip_address=203.0.113.0%2F24/);
  await page.getByLabel('Status').selectOption('404');
  await expect(found).toHaveText(['/one']);
  await expect(requestRows(page)).toContainText('3 requests');
  await page.getByLabel('Status').selectOption('5xx Failed');
  await expect(page.getByText('Nothing matches the search and the filters.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(three).toHaveCount(1);
  await expect(address).toHaveValue('');
  await expect(page).toHaveURL(/\?tab=ddos&view=requests$/);

  const local = await page.evaluate(() => {
    const before = new Date(Date.now() - 3_600_000);
    const minutes = before.getTime() - before.getTimezoneOffset() * 60_000;
    return new Date(minutes).toISOString().slice(0, 16);
  });
  const to = page.getByLabel('To', { exact: true });
  await to.fill(local);
  await expect(found).toHaveText(['/old']);
  await page.reload();
  await expect(to).toHaveValue(local);
  await expect(found).toHaveText(['/old']);
  await to.fill('');
  await page.getByLabel('From').fill(local);
  await expect(three).toHaveCount(1);
  await expect(requestRows(page).filter({ hasText: '/old' })).toHaveCount(0);
});

test('requests are paged, and need a whole address @full', async ({ admin: page, site }) => {
  await logRequests(
    site,
    Array.from({ length: 150 }, (_, index) => ({
      ip: '203.0.113.1',
      endpoint: `/${index}`,
      minutesAgo: index,
    })),
  );
  await page.goto('/admin?tab=ddos&view=requests&ip_address=203.0.113.1');
  await expect(requestRows(page)).toHaveCount(100);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(requestRows(page)).toHaveCount(150);
  await expect(requestRows(page).last()).toContainText('/149');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('traffic/requests')) asked.push(request.url());
  });
  await page.getByRole('searchbox', { name: 'IP address or range' }).fill('203.0.');
  await expect(page.getByText(IP_RULE_MESSAGES.address)).toBeVisible();
  await expect(requestRows(page)).toHaveCount(0);
  expect(asked).toEqual([]);
  await page.goto('/admin?tab=ddos&view=requests&from=yesterday&status=teapot');
  await expect(page.getByText('Choose a code such as 404')).toBeVisible();
  await expect(page.getByLabel('From')).toHaveValue('');
});

test('an alert leads to its events', async ({ admin: page, site, browser, problems }) => {
  problems.allow(/500/);
  await recordEvent(site, '203.0.113.1', 85);
  await recordEvent(site, '203.0.113.7', 40);
  await logRequests(site, [
    ...REQUESTS,
    { ip: '203.0.113.1', endpoint: '/long-ago', minutesAgo: 45 },
  ]);
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

  const context = await browser.newContext({ baseURL: site.url });
  const other = await context.newPage();
  await signInAs(other, await buildAccount(site.db));
  await other.goto('/admin?tab=ddos&view=events');
  await page.goto('/admin?tab=ddos&view=events&events=attention');
  const alertOn = (screen: Page) => screen.getByRole('alert').filter({ hasText: 'immediate' });
  await expect(alertOn(other)).toHaveText('1 event needs immediate attention');
  const acknowledge = page.getByRole('button', { name: 'Acknowledge' });
  await page.route('**/events/acknowledge', (route) => route.fulfill({ status: 500 }));
  await acknowledge.click();
  await expect(page.getByText('Failed to acknowledge the events')).toBeVisible();
  await expect(alertOn(page)).toBeVisible();
  await page.unroute('**/events/acknowledge');
  await acknowledge.focus();
  await page.keyboard.press('Enter');
  await expect(alertOn(page)).toBeHidden();
  const section = page.getByRole('region', { name: 'Events that need attention' });
  await expect(section).toBeFocused();
  await expect(section).toContainText(/1 event acknowledged by \S+, /);
  await expect(page.getByText('Nothing matches the search and the filters.')).toBeVisible();
  await expectAccessible(page);

  // Much sooner than the next turn of its polling.
  await expect(alertOn(other)).toBeHidden();
  await expect(other.getByRole('row').filter({ hasText: 'acknowledged by' })).toHaveCount(1);
  await expect(other.getByRole('rowheader', { name: 'alert_acknowledged' })).toBeVisible();
  await context.close();
  for (const ip of ['203.0.113.3', '203.0.113.4']) await recordEvent(site, ip, 90);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(alertOn(page)).toHaveText('2 events need immediate attention');
});
