import type { Page } from '@playwright/test';
import { expectAccessibleState } from '#tests/support/browser/admin-content.ts';
import { buildEnquiry, clearOverview } from '#tests/support/enquiries.ts';
import { expect, type Site, test, WITHIN_A_SECOND } from '#tests/support/browser/e2e.ts';

const MINUTE_MS = 60_000;
const FIRST_LOAD = { timeout: 20_000 };

test.beforeEach(async ({ site }) => {
  await clearOverview(site.db);
  await site.db.updateTable('trafficProtection').set({ mode: 'on', changedBy: null }).execute();
});

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
const panel = (page: Page, name: string) => page.getByRole('region', { name });

/** Somebody who waits since some minutes for an answer that is due in some. */
const enquire = ({ db }: Site, kind: 'order' | 'message', waited: number, left: number) =>
  buildEnquiry(db, kind, { createdAt: ago(waited), dueAt: ago(-left) });

test('lists who is to be answered next, and leads into the queue', async ({
  admin: page,
  site,
}) => {
  const id = await enquire(site, 'order', 50, 10);
  await enquire(site, 'message', 180, -120);
  await page.goto('/admin');
  const unanswered = panel(page, 'Waiting for an answer');
  await expect(unanswered).toContainText(
    /2 unanswered, 1 of them overdue, the oldest came 3 hours ago/,
    FIRST_LOAD,
  );
  const rows = unanswered.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText(/Message M-.*3 hours ago.*Overdue/);
  await expect(rows.nth(1)).toContainText(`Order ${id.slice(-12)}`);
  await expect(rows.nth(1)).toContainText(/In time.*left/);
  await expect(unanswered).not.toContainText('Selin Kaya');

  await enquire(site, 'message', 0, 60);
  await expect(rows, 'without a reload').toHaveCount(3, WITHIN_A_SECOND);
  await expectAccessibleState(page);

  await rows.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(`/admin/queue?order=${id}`);
  await expect(page.getByText('Selin Kaya').first()).toBeVisible();
});

test('says what was changed last, and by whom @full', async ({ admin: page, account }) => {
  await page.goto('/admin/clients?new=1');
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Marmara Lines');
  await form.getByRole('button', { name: 'Create Client' }).click();
  await expect(form).toBeHidden();
  await page.goto('/admin');
  const changes = panel(page, 'Last changes');
  const change = changes.getByRole('listitem').first();
  await expect(change).toContainText('client "Marmara Lines"', FIRST_LOAD);
  await expect(change).toContainText(account.username);
  await change.getByRole('link').click();
  await expect(page).toHaveURL(/\/admin\/clients\?search=Marmara/);

  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Client deleted successfully')).toBeVisible();
  await page.goto('/admin');
  await expect(change).toContainText('Deleted', FIRST_LOAD);
  await change.getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Restore Marmara Lines' })).toBeVisible();
});

test('the state of the system names what is wrong first @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/500/);
  await page.route('**/api/admin/dashboard/system', (route) => route.fulfill({ status: 500 }));
  await page.goto('/admin');
  const unanswered = panel(page, 'Waiting for an answer');
  await expect(unanswered.getByText('Nobody waits for an answer')).toBeVisible(FIRST_LOAD);
  await expect(unanswered.getByRole('link', { name: 'All orders' })).toBeVisible();
  const changes = panel(page, 'Last changes');
  await expect(changes.getByRole('link', { name: 'Write a post' })).toBeVisible();
  const state = panel(page, 'State of the system');
  await expect(state.getByRole('alert')).toBeVisible();
  await expectAccessibleState(page);
  await page.unroute('**/api/admin/dashboard/system');
  await state.getByRole('button', { name: 'Retry' }).click();
  const items = state.getByRole('listitem');
  await expect(items.filter({ hasText: 'Database' })).toContainText('takes writes', FIRST_LOAD);
  await expect(state).toContainText('Protection · on');
  await site.db.updateTable('trafficProtection').set({ mode: 'off' }).execute();
  await expect(items.first()).toContainText('It is off: nothing is blocked.', WITHIN_A_SECOND);
  await items.first().getByRole('link', { name: 'Change the mode' }).click();
  await expect(page).toHaveURL(/tab=ddos$/);
});
