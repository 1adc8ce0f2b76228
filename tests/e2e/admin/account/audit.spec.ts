import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Insertable } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { ContactMessageAudit } from '#server/db/types.ts';
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
  await buildMessage(site.db);
  await page.clock.install();
  await page.goto('/admin/contact-audit');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Audit' })).toBeVisible();
  for (const [label, count] of [
    ['Total Messages', '1'],
    ['Total Accesses', '8'],
    ['Unique Accessors', '1'],
    ['Sensitive Accesses', '1'],
    ['Recent Activity (1h)', '8'],
  ] as const) {
    await expect(card(page, label).locator('p')).toHaveText(count);
  }
  await expect(page.getByText('Showing 8 of 8')).toBeVisible();
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

  await buildEntries(site, [{}]);
  const background = page.waitForRequest('**/api/admin/contact-audit/stats?**');
  await page.clock.runFor(10_000);
  expect((await background).headers()['x-admin-background']).toBe('1');
  await expect(rows(page)).toHaveCount(9);
});

test('the audit is narrowed by action, time and search, and exported', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/500/);
  await buildEntries(site, [
    { action: 'bulk_view', searchQuery: 'one', userAgent: 'Opera' },
    { action: 'update', searchQuery: '=1+1', ipAddress: '198.51.100.44' },
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
  const ranges = ['Last Hour', 'Last 24h', 'Last 7 Days', 'Last 30 Days', 'All Time'];
  await expect(range.locator('option')).toHaveText(ranges);
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('OPERA');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('one');
  await search.fill('nothing of this kind');
  await expect(page.getByText('No audit logs found')).toBeVisible();
  await expectAccessibleState(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(3);
  await range.selectOption('Last Hour');
  await expect(rows(page)).toHaveCount(2);
  await action.selectOption('Update');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/range=1h&action=update$/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);

  const exportCsv = page.getByRole('button', { name: 'Export', exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), exportCsv.click()]);
  expect(download.suggestedFilename()).toMatch(/^contact_audit_\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"update";;"${ADMIN_ID}";"198.51.100.44";"name";"'=1+1"`);
  await expectToast(page, 'Audit logs exported successfully', 'Export Complete');
  await action.selectOption('Export');
  await expect(rows(page)).toContainText('Export');
  await page.route('**/export.csv**', (route) => route.fulfill({ status: 500 }));
  await exportCsv.click();
  await expectToast(page, 'Failed to export audit logs', 'Export Failed');
});
