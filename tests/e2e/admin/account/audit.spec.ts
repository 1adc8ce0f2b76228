import { card } from '#tests/support/browser/admin-content.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Insertable } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { ContactMessageAudit } from '#server/db/types.ts';
import { AUDIT_MESSAGES } from '#shared/contact-audit/messages.ts';
import { emptyAudit } from '#tests/support/browser/admin-leads.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';

const ADMIN_ID = uuidV7();
const HOUR = 3_600_000;
const NOT_LOADED = 'A part of this screen could not be loaded.';

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

test('shows entries in the words and colours of the log', async ({ admin: page, site }) => {
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
  await buildEntries(
    site,
    actions.map(([action], index) => ({ action, age: (index + 1) * 60_000 })),
  );
  await buildEntries(site, [
    { age: 30_000, messageId, accessedFields: ['name', 'email'], searchQuery: '<b>invoice</b>' },
    {
      age: 40_000,
      orderId,
      adminUserId: null,
      ipAddress: '2001:db8::1',
      searchDigest: randomBytes(32),
    },
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
  const first = rows(page).nth(0).locator('th, td');
  await expect(first.nth(0)).toHaveText(/^[A-Z][a-z]{2} \d{2}, \d{4} \d{2}:\d{2}$/);
  await expect(first.nth(2)).toHaveText(`${messageId.slice(0, 8)}…`);
  await expect(first.nth(3)).toHaveText(`${ADMIN_ID.slice(0, 8)}…`);
  await expect(first.nth(4)).toHaveText('203.0.113.9');
  await expect(first.nth(5)).toHaveText('name, email');
  await expect(first.nth(6)).toHaveText('<b>invoice</b>');
  const second = rows(page).nth(1).locator('th, td');
  await expect(second.nth(2)).toHaveText(`Order ${orderId.slice(0, 8)}…`);
  await expect(second.nth(3)).toHaveText('System');
  await expect(second.nth(4)).toHaveText('2001:db8::1');
  await expect(second.nth(6)).toHaveText('Removed after 365 days, or on request');
  for (const [index, [, label, tone]] of actions.entries()) {
    const badge = rows(page)
      .nth(index + 2)
      .locator('.admin-badge');
    await expect(badge).toHaveText(label);
    await expect(badge).toHaveAttribute('data-tone', tone);
  }
});

test('counts the whole range in five cards @full', async ({ admin: page, site }) => {
  await buildEntries(site, [
    ...Array.from({ length: 120 }, () => ({ age: 2 * HOUR })),
    { accessedFields: ['message'] },
    { accessedFields: ['email'], adminUserId: uuidV7() },
    { age: 48 * HOUR, accessedFields: ['email'] },
  ]);
  for (const age of [0, 48 * HOUR]) {
    await site.db
      .insertInto('contactMessages')
      .values({
        id: uuidV7(),
        name: 'Gökçe Demir',
        email: 'gokce@example.com',
        message: 'Could we meet on Tuesday?',
        createdAt: new Date(Date.now() - age),
      })
      .execute();
  }
  await page.goto('/admin/contact-audit');
  const expectCards = async (statistics: Record<string, string>) => {
    for (const [label, statistic] of Object.entries(statistics)) {
      await expect(card(page, label).locator('p')).toHaveText(statistic);
    }
  };
  await expectCards({
    'Total Messages': '1',
    'Total Accesses': '122',
    'Unique Accessors': '2',
    'Sensitive Accesses': '2',
    'Recent Activity (1h)': '2',
  });
  await expect(page.getByText('Showing 100 of 122')).toBeVisible();
  await expect(rows(page)).toHaveCount(100);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page)).toHaveCount(122);
  await expect(page.getByText('Showing 122 of 122')).toBeVisible();
  await page.getByLabel('Time range').selectOption('All Time');
  await expectCards({
    'Total Messages': '2',
    'Total Accesses': '123',
    'Sensitive Accesses': '3',
    'Recent Activity (1h)': '2',
  });
});

test('narrows by action, time and search, all in the address', async ({ admin: page, site }) => {
  await buildEntries(site, [
    { action: 'bulk_view', searchQuery: 'one', userAgent: 'Opera' },
    { action: 'export', searchQuery: 'two', ipAddress: '198.51.100.44' },
    { action: 'view', searchQuery: 'opera', age: 5 * HOUR },
  ]);
  await page.goto('/admin/contact-audit');
  await expect(page.getByLabel('Action', { exact: true }).locator('option')).toHaveText([
    'All Actions',
    'View',
    'Detailed View',
    'Bulk View',
    'Update',
    'Search',
    'Export',
  ]);
  await expect(page.getByLabel('Time range').locator('option')).toHaveText([
    'Last Hour',
    'Last 24h',
    'Last 7 Days',
    'Last 30 Days',
    'All Time',
  ]);
  await expect(rows(page)).toHaveCount(3);
  await page.getByLabel('Time range').selectOption('Last Hour');
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Action', { exact: true }).selectOption('Export');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/range=1h&action=export$/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);

  await page.goto('/admin/contact-audit');
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('OPERA');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('one');
  await page.getByRole('searchbox').fill('100.44');
  await expect(rows(page)).toContainText('two');
  await page.getByRole('searchbox').fill('nothing of this kind');
  await expect(page.getByText('No audit logs found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('shows that it loads, that there is nothing, and that it failed @full', async ({
  admin: page,
  problems,
}) => {
  problems.allow(/500/);
  // The list may be asked for again while the first response is held back.
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route('**/api/admin/contact-audit?**', async (route) => {
    if (isHeld) await new Promise<void>((go) => held.push(go));
    await route.continue().catch(() => undefined);
  });
  await page.goto('/admin/contact-audit');
  await expect(page.getByText('Loading audit logs...').last()).toBeVisible();
  isHeld = false;
  for (const go of held) go();
  await expect(page.getByText('No audit logs found')).toBeVisible();
  await page.unroute('**/api/admin/contact-audit?**');

  await page.route('**/api/admin/contact-audit**', (route) => route.fulfill({ status: 500 }));
  await page.goto('/admin/contact-audit');
  await expect(toast(page, AUDIT_MESSAGES.loadFailed)).toContainText('Error');
  await page.route('**/api/admin/contact-audit/stats**', (route) => route.fulfill({ status: 500 }));
  await expect(page.locator('[data-toast]')).toHaveCount(1);
  await page.unroute('**/api/admin/contact-audit**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No audit logs found')).toBeVisible();
});

test('only logs that the figures fail @full', async ({ admin: page, site, problems }) => {
  problems.allow(/500/);
  await buildEntries(site, [{}]);
  await page.route('**/api/admin/contact-audit/stats**', (route) => route.fulfill({ status: 500 }));
  const logged = page.waitForEvent('console', (message) => message.text().startsWith(NOT_LOADED));
  await page.goto('/admin/contact-audit');
  await expect(rows(page)).toHaveCount(1);
  expect((await logged).type()).toBe('warning');
  await expect(card(page, 'Total Accesses').locator('p')).toHaveText('—');
  await expect(page.locator('[data-toast]')).toHaveCount(0);
});

test('asks again every ten seconds, which keeps no session alive @full', async ({
  admin: page,
  site,
}) => {
  await buildEntries(site, [{}]);
  await page.clock.install();
  await page.goto('/admin/contact-audit');
  await expect(rows(page)).toHaveCount(1);
  await expect(card(page, 'Total Accesses').locator('p')).toHaveText('1');
  await buildEntries(site, [{}]);
  const list = page.waitForRequest('**/api/admin/contact-audit?**');
  const statistics = page.waitForRequest('**/api/admin/contact-audit/stats?**');
  await page.clock.runFor(10_000);
  for (const asked of [await list, await statistics]) {
    expect(asked.headers()['x-admin-background'], asked.url()).toBe('1');
  }
  await expect(rows(page)).toHaveCount(2);
  await expect(card(page, 'Total Accesses').locator('p')).toHaveText('2');
});

test('exports every entry of the filter, and logs it @full', async ({ admin: page, site }) => {
  await buildEntries(
    site,
    Array.from({ length: 150 }, () => ({ action: 'update' as const, searchQuery: '=1+1' })),
  );
  await buildEntries(site, [{ action: 'view' }]);
  await page.goto('/admin/contact-audit?action=update');
  await expect(rows(page)).toHaveCount(100);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^contact_audit_\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(151);
  expect(lines[0]).toBe(
    '\ufeff"Timestamp";"Action";"Message ID";"Admin ID";"IP Address";"Fields Accessed";"Search Query"',
  );
  expect(lines[1]).toMatch(
    new RegExp(`^"\\d{4}-.*Z";"update";;"${ADMIN_ID}";"203\\.0\\.113\\.9";"name";"'=1\\+1"$`),
  );
  await expect(toast(page, 'Audit logs exported successfully')).toContainText('Export Complete');
  await page.getByLabel('Action', { exact: true }).selectOption('Export');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Export');
});

test('says that an export failed @full', async ({ admin: page, problems }) => {
  problems.allow(/500/);
  await page.route('**/export.csv**', (route) => route.fulfill({ status: 500 }));
  await page.goto('/admin/contact-audit');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(toast(page, 'Failed to export audit logs')).toContainText('Export Failed');
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
});

test('has no accessibility finding, full and empty @full', async ({ admin: page, site }) => {
  await page.goto('/admin/contact-audit');
  await expect(page.getByText('No audit logs found')).toBeVisible();
  await expectAccessible(page);
  await buildEntries(
    site,
    (['view', 'detailed_view', 'bulk_view', 'update', 'search', 'export'] as const).map(
      (action) => ({ action, messageId: uuidV7(), searchQuery: 'x'.repeat(200) }),
    ),
  );
  await page.reload();
  await expect(rows(page)).toHaveCount(6);
  await expectAccessible(page);
});
