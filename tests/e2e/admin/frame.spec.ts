import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { v7 as uuidV7 } from 'uuid';
import { expectNoFinding } from '#tests/support/browser/accessibility.ts';
import { expectAccessibleState } from '#tests/support/browser/admin-content.ts';
import { buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { buildFaq, buildTestimonial } from '#tests/support/factories.ts';

const SCREENS = [
  ['Dashboard', '/admin', 'Dashboard'],
  ['Orders', '/admin/orders', 'Orders Management'],
  ['Messages', '/admin/messages', 'Messages Management'],
  ['Queue', '/admin/queue', 'Queue'],
  ['Blog Posts', '/admin/blog', 'Blog Management'],
  ['Projects', '/admin/projects', 'Projects Management'],
  ['FAQs', '/admin/faqs', 'FAQ Management'],
  ['Clients', '/admin/clients', 'Clients Management'],
  ['Testimonials', '/admin/testimonials', 'Testimonials Management'],
  ['Team Members', '/admin/team-members', 'Team Management'],
  ['Pages', '/admin/pages', 'Pages'],
  ['Offer', '/admin/offer', 'Offer'],
  ['Contact Audit', '/admin/contact-audit', 'Admin Panel'],
  ['Privacy', '/admin/privacy', 'Privacy'],
  ['Reports', '/admin/reports', 'Reports'],
  ['Settings', '/admin/settings', 'Admin Panel'],
  ['Set up your site', '/admin/setup', 'Set up your site'],
  ['Company', '/admin/company', 'Company'],
  ['Emails', '/admin/emails', 'Emails'],
  ['Sent emails', '/admin/mails', 'Sent emails'],
  ['Administrators', '/admin/security', 'Security'],
  ['Security', '/admin/security', 'Security'],
] as const;

const FIRST_LOAD = { timeout: 20_000 };

/** Keeps one action of the login call waiting until it is released. */
async function holdAuth(page: Page, action: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/admin-auth', async (route) => {
    if (route.request().postDataJSON().action === action) await released;
    await route.continue();
  });
  return release;
}

test('the navigation leads to every screen, which starts at its top', async ({
  admin: page,
  site,
}) => {
  // Without the counts of new enquiries beside the labels.
  for (const table of ['orders', 'contactMessages'] as const)
    await site.db.deleteFrom(table).execute();
  const letIn = await holdAuth(page, 'verify');
  await page.goto('/admin');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Checking your session...');
  await expect(page.getByRole('navigation')).toBeHidden();
  letIn();

  const navigation = page.getByRole('navigation', { name: 'Back office' }).first();
  await expect(navigation.getByRole('link')).toHaveText(SCREENS.map(([label]) => label));
  // Low enough that every screen can be scrolled.
  await page.setViewportSize({ width: 1280, height: 260 });
  for (const [label, path, title] of SCREENS) {
    await navigation.getByTitle(label, { exact: true }).click();
    await expect(page).toHaveURL((url) => url.pathname === path);
    await expect(page.getByRole('banner').locator('p')).toHaveText(title);
    await expect.poll(() => page.evaluate(() => window.scrollY), label).toBe(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, 60));
      expect(await page.evaluate(() => window.scrollY)).toBe(60);
    }, label).toPass(FIRST_LOAD);
  }

  await page.getByRole('banner').getByRole('link', { name: 'View Site' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await page.goBack();
  const letOut = await holdAuth(page, 'logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Logging out...' })).toBeVisible();
  letOut();
  await expect(page).toHaveURL(/\/adminloginpage$/);
});

test('the palette finds records of its word only', async ({ admin: page, site }) => {
  const clients = Array.from({ length: 9 }, (_, index) => ({
    id: uuidV7(),
    name: `Palette Client ${index}`,
  }));
  await site.db.insertInto('clients').values(clients).execute();
  const { clientName } = await buildTestimonial(site.db);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find' });
  const word = palette.getByRole('combobox');
  await word.fill(clientName);
  await expect(palette.getByRole('option', { name: `${clientName} Testimonial` })).toBeVisible();
  await word.fill('Palette Client');
  const found = palette.getByRole('option', { name: /^Palette Client \d+ Client$/ });
  await expect(found.first()).toBeVisible();
  // Results of the former word disappear before new ones arrive.
  await page.route('**/api/admin/clients?*', () => new Promise(() => {}));
  await word.pressSequentially('x');
  expect(await found.count()).toBe(0);
  await page.unroute('**/api/admin/clients?*');
  await word.fill('Palette Client 7');
  await found.first().click();
  await expect(page).toHaveURL(/\/admin\/clients\?search=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Clients Management' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue(/^Palette Client 7/);
});

test('keys and the palette lead to screens @full', async ({ admin: page, problems }) => {
  problems.allow(/status of 404/);
  await page.goto('/admin/no-such-page');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await expectAccessibleState(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('rowheader')).toHaveText([
    'Ctrl/Cmd + K',
    'Ctrl/Cmd + B',
    'Ctrl/Cmd + S',
    'Ctrl/Cmd + Enter',
    'Escape',
    ...Array.from('/njkrez?'),
    'Ctrl/Cmd + B',
    'Ctrl/Cmd + I',
    'Ctrl/Cmd + K',
    'Tab',
    'Shift+Tab',
    'Escape',
    ...Array.from('domqbpfctewravnsgyxliu', (key) => `g ${key}`),
  ]);
  await expectAccessibleState(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page).toHaveURL(/\/admin\/faqs$/);
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ Management' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('gf?');
  await expect(page).toHaveURL(/\/admin\/faqs/);
  await page.keyboard.press('Control+k');
  const word = page.getByRole('dialog', { name: 'Find' }).getByRole('combobox');
  await expect(word).toBeFocused();
  await expectAccessibleState(page);
  await word.fill('testimonials');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/testimonials$/);
});

test('Back asks while a form has unsaved text', async ({ admin: page, site }) => {
  await buildFaq(site.db);
  await page.goto('/admin/testimonials');
  await page.getByRole('link', { name: 'FAQs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ Management' })).toBeFocused();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog');
  const name = form.getByRole('textbox').first();
  await name.fill('Not saved yet');
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Not saved yet');
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/admin\/testimonials/);
  await expect(form).toBeHidden();
  await page.goto('/admin/faqs');
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  await name.fill('Not saved either');
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/faqs$/);
});

test('the back office fits a telephone, and its sidebar collapses @full', async ({
  admin: page,
  context,
}) => {
  await page.goto('/admin/security');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar).toHaveCSS('width', '256px');
  await page.keyboard.press('Control+b');
  await expect(sidebar).toHaveCSS('width', '48px');
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
  const days = ((cookie?.expires ?? 0) - Date.now() / 1_000) / 86_400;
  expect(days).toBeCloseTo(7, 0);
  expect(cookie).toMatchObject({ path: '/admin', sameSite: 'Strict', secure: false });
  await page.reload();
  await expect(sidebar).toHaveCSS('width', '48px');
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();
  await expect(sidebar).toHaveCSS('width', '256px');

  await page.setViewportSize({ width: 768, height: 740 });
  await expect(sidebar).toBeVisible();
  await page.setViewportSize({ width: 767, height: 740 });
  await expect(sidebar).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect(drawer).toHaveCSS('width', '288px');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFinding(page, `drawer, ${colorScheme}`);
  }
  await drawer.getByRole('link', { name: 'Projects' }).click();
  await expect(drawer).toBeHidden();
  // Only the list scrolls sideways, and its words are not broken.
  await expect(page.getByRole('cell', { name: 'Logistics' }).first()).toBeVisible();
  const widths = await page
    .locator('.admin-table .wrap-anywhere')
    .evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
  expect(widths.length).toBeGreaterThan(0);
  expect(Math.min(...widths)).toBeGreaterThan(110);
  // The bar shows the title; the heading is for screen readers.
  const title = page.getByRole('heading', { level: 1, name: 'Projects Management' });
  expect((await title.boundingBox())?.width).toBe(1);
  await expect(page.getByRole('banner').getByText('Projects Management')).toBeVisible();

  await page.goto('/admin/settings?tab=policies');
  await expect(page.getByRole('tab', { name: 'Policies' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('tab', { name: 'Policies' }).press('Home');
  await expect(page.getByRole('tab', { name: 'Logos' })).toBeInViewport({ ratio: 1 });
});

test('the head of a list stays in view @full', async ({ admin: page, site }) => {
  for (let index = 0; index < 30; index += 1) {
    await buildFaq(site.db);
    await buildOrder(site.db);
    const entry = { action: 'export' as const, hash: randomBytes(32) };
    await site.db.insertInto('contactMessageAudit').values(entry).execute();
  }
  for (const screen of ['faqs', 'orders', 'contact-audit']) {
    await page.goto(`/admin/${screen}`);
    const list = page.getByRole('region').filter({ has: page.getByRole('table') });
    await expect(list.getByRole('row').nth(25)).toBeVisible(FIRST_LOAD);
    const hidden = await list.evaluate((box) => [
      box.scrollHeight - box.clientHeight,
      box.scrollWidth - box.clientWidth,
    ]);
    expect(hidden, screen).toEqual([0, 0]);
    await page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' }));
    await expect(list.getByRole('row').nth(1), screen).not.toBeInViewport();
    const head = await list.getByRole('columnheader').nth(1).boundingBox();
    const bar = await page.getByRole('banner').boundingBox();
    expect(head?.y, screen).toBe((bar?.y ?? 0) + (bar?.height ?? 0));
  }
});
