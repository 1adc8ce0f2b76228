import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Insertable } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { ContactMessageAudit } from '#server/db/types.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { card, expectAccessibleState } from '#tests/support/browser/admin-content.ts';
import { buildMessage, emptyAudit } from '#tests/support/browser/admin-leads.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

const ADMIN_ID = uuidV7();
const HOUR = 3_600_000;

test.beforeEach(async ({ site }) => {
  await emptyAudit(site.db);
  await site.db.deleteFrom('contactMessages').execute();
});

type Entry = Partial<Insertable<ContactMessageAudit>> & { age?: number };

async function buildEntries({ db }: Site, entries: Entry[]): Promise<void> {
  await db
    .insertInto('contactMessageAudit')
    .values(
      entries.map(({ age = 60_000, ...entry }) => ({
        createdAt: new Date(Date.now() - age),
        action: 'view' as const,
        hash: randomBytes(32),
        adminUserId: ADMIN_ID,
        ipAddress: '203.0.113.9',
        userAgent: 'Firefox on Linux',
        accessedFields: ['name'],
        ...entry,
      })),
    )
    .execute();
}

function rows(page: Page) {
  return page.getByRole('table', { name: 'Audit logs' }).locator('tbody tr');
}

test('the audit shows its entries in words and colours', async ({ admin: page, site }) => {
  const messageId = uuidV7();
  const orderId = uuidV7();
  const actions = [
    ['view', 'View', 'blue'],
    ['bulk_view', 'Bulk View', 'blue'],
    ['detailed_view', 'Detailed View', 'yellow'],
    ['update', 'Update', 'green'],
    ['export', 'Export', 'red'],
    ['search', 'Search', 'purple'],
  ] as const;
  await buildEntries(site, [
    { age: 30_000, messageId, accessedFields: ['name', 'email'], searchQuery: '<b>invoice</b>' },
    {
      age: 40_000,
      orderId,
      adminUserId: null,
      ipAddress: '2001:db8::1',
      searchDigest: randomBytes(32),
    },
    ...actions.map(([action], index) => ({ action, age: (index + 1) * 60_000 })),
  ]);
  await page.goto('/admin/contact-audit');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Audit' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Timestamp',
    'Action',
    'Message ID',
    'Admin ID',
    'IP Address',
    'Fields Accessed',
    'Search Query',
  ]);
  await expect(rows(page)).toHaveCount(8);
  await expect(rows(page).nth(0).locator('th, td')).toHaveText([
    /^[A-Z][a-z]{2} \d{2}, \d{4} \d{2}:\d{2}$/,
    'View',
    `${messageId.slice(0, 8)}…`,
    `${ADMIN_ID.slice(0, 8)}…`,
    '203.0.113.9',
    'name, email',
    '<b>invoice</b>',
  ]);
  await expect(rows(page).nth(1)).toContainText(`Order ${orderId.slice(0, 8)}…`);
  await expect(rows(page).nth(1)).toContainText('System');
  await expect(rows(page).nth(1)).toContainText('2001:db8::1');
  await expect(rows(page).nth(1)).toContainText('Removed after 365 days, or on request');
  for (const [index, [, label, tone]] of actions.entries()) {
    const badge = rows(page)
      .nth(index + 2)
      .locator('.admin-badge');
    await expect(badge).toHaveText(label);
    await expect(badge).toHaveAttribute('data-tone', tone);
  }
  await expectAccessible(page);
});

test('the audit is counted in five cards, and paged @full', async ({ admin: page, site }) => {
  await buildEntries(site, [
    ...Array.from({ length: 120 }, () => ({ age: 2 * HOUR })),
    { accessedFields: ['message'] },
    { accessedFields: ['email'], adminUserId: uuidV7() },
    { age: 48 * HOUR, accessedFields: ['email'] },
  ]);
  await buildMessage(site.db);
  await buildMessage(site.db, { createdAt: new Date(Date.now() - 48 * HOUR) });
  await page.goto('/admin/contact-audit');
  const expectCards = async (...counts: string[]) => {
    for (const [index, label] of [
      'Total Messages',
      'Total Accesses',
      'Unique Accessors',
      'Sensitive Accesses',
      'Recent Activity (1h)',
    ].entries()) {
      await expect(card(page, label).locator('p')).toHaveText(counts[index] ?? '');
    }
  };
  await expectCards('1', '122', '2', '2', '2');
  await expect(page.getByText('Showing 100 of 122')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page)).toHaveCount(122);
  await page.getByLabel('Time range').selectOption('All Time');
  await expectCards('2', '123', '2', '3', '2');
});

test('the audit is narrowed by action, time and search', async ({ admin: page, site }) => {
  await buildEntries(site, [
    { action: 'bulk_view', searchQuery: 'one', userAgent: 'Opera' },
    { action: 'export', searchQuery: 'two', ipAddress: '198.51.100.44' },
    { action: 'view', searchQuery: 'opera', age: 5 * HOUR },
  ]);
  await page.goto('/admin/contact-audit');
  const action = page.getByLabel('Action', { exact: true });
  await expect(action.locator('option')).toHaveText([
    'All Actions',
    'View',
    'Detailed View',
    'Bulk View',
    'Update',
    'Search',
    'Export',
  ]);
  const range = page.getByLabel('Time range');
  await expect(range.locator('option')).toHaveText([
    'Last Hour',
    'Last 24h',
    'Last 7 Days',
    'Last 30 Days',
    'All Time',
  ]);
  await expect(rows(page)).toHaveCount(3);
  await range.selectOption('Last Hour');
  await expect(rows(page)).toHaveCount(2);
  await action.selectOption('Export');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/range=1h&action=export$/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);

  await page.goto('/admin/contact-audit');
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('OPERA');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('one');
  await search.fill('100.44');
  await expect(rows(page)).toContainText('two');
  await search.fill('nothing of this kind');
  await expect(page.getByText('No audit logs found')).toBeVisible();
  await expectAccessibleState(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('background reads keep no session alive @full', async ({ admin: page, site, account }) => {
  await page.clock.install();
  for (const { path, list, add, calls } of [
    {
      path: '/admin/contact-audit',
      list: rows(page),
      add: () => buildEntries(site, [{}]),
      calls: ['contact-audit?**', 'contact-audit/stats?**'],
    },
    {
      path: '/admin/security',
      list: page.getByRole('table', { name: 'Your sessions' }).locator('tbody tr'),
      add: () => signInForTest(site.db, account),
      calls: ['sessions'],
    },
  ]) {
    if (path.endsWith('audit')) await add();
    await page.goto(path);
    await expect(list).toHaveCount(1);
    await add();
    const requests = calls.map((call) => page.waitForRequest(`**/api/admin/${call}`));
    await page.clock.runFor(10_000);
    for (const request of await Promise.all(requests)) {
      expect(request.headers()['x-admin-background'], request.url()).toBe('1');
    }
    await expect(list).toHaveCount(2);
  }
});

test('the export has every entry of the filter @full', async ({ admin: page, site, problems }) => {
  problems.allow(/500/);
  const entry = { action: 'update' as const, searchQuery: '=1+1' };
  await buildEntries(site, [...Array.from({ length: 150 }, () => entry), { action: 'view' }]);
  await page.goto('/admin/contact-audit?action=update');
  await expect(rows(page)).toHaveCount(100);
  const exportCsv = page.getByRole('button', { name: 'Export', exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), exportCsv.click()]);
  expect(download.suggestedFilename()).toMatch(/^contact_audit_\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(151);
  expect(lines[1]).toContain(`"update";;"${ADMIN_ID}";"203.0.113.9";"name";"'=1+1"`);
  await expectToast(page, 'Audit logs exported successfully', 'Export Complete');
  await page.getByLabel('Action', { exact: true }).selectOption('Export');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Export');
  await page.route('**/export.csv**', (route) => route.fulfill({ status: 500 }));
  await exportCsv.click();
  await expectToast(page, 'Failed to export audit logs', 'Export Failed');
  await expect(exportCsv).toBeVisible();
});
