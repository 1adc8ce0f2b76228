import type { Page } from '@playwright/test';
import { FORM_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { DRAWING, openList, uniqueTitle } from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { buildFaq } from '#tests/support/factories.ts';

/** Holds the next calls of a method up until they are released. */
async function holdCalls(page: Page, address: string, method: string) {
  const held = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    reached.resolve();
    await held.promise;
    return route.fallback();
  });
  return { reached: reached.promise, release: held.resolve };
}

test('a lost response creates no second FAQ @full', async ({ admin: page, site, problems }) => {
  problems.allow(/ERR_FAILED|422/);
  await buildFaq(site.db);
  await openList(page, 'faqs?new=1');
  const form = page.getByRole('dialog');
  const question = uniqueTitle('Is it there once?');
  await form.getByLabel('Question').fill(question);
  const create = form.getByRole('button', { name: 'Create FAQ' });
  let isLost = true;
  await page.route('**/api/admin/faqs', async (route) => {
    if (route.request().method() !== 'POST' || !isLost) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  for (const answer of ['Early', 'Typed since']) {
    await form.getByLabel('Answer').fill(answer);
    await create.click();
    await expect(form.getByRole('alert').filter({ hasText: 'not reached' })).toBeFocused();
  }
  isLost = false;
  await page.keyboard.press('Control+s');
  await expectToast(page, 'FAQ created successfully');
  // The error summary that had the focus is gone.
  await expect(form.getByRole('heading', { name: 'Edit FAQ' })).toBeFocused();
  const faqs = site.db.selectFrom('faqs').select('answer').where('question', '=', question);
  expect(await faqs.execute()).toEqual([{ answer: 'Typed since' }]);
});

test('the settings wait for a logo in flight @full', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 500/);
  // A failed session check is only logged.
  await page.route('**/api/admin/session-check', (route) => route.fulfill({ status: 500 }));
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves.push(request.url());
  });
  await page.goto('/admin/settings');
  const upload = await holdCalls(page, '**/api/admin/uploads', 'POST');
  await page.getByLabel('Footer logo: choose a file').setInputFiles(DRAWING);
  await upload.reached;
  await page.getByRole('tab', { name: 'Copyright' }).click();
  const field = page.getByLabel('Copyright text');
  await field.fill('Early');
  const save = page.getByRole('button', { name: 'Save Settings' });
  const calls = await holdCalls(page, '**/api/admin/site-settings', 'PUT');
  await save.click();
  await expect(page.getByText(FORM_MESSAGES.waitsForUpload)).toBeVisible();
  upload.release();
  await calls.reached;
  expect((await warning).text()).toContain('The session could not be checked');
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await page.keyboard.press('Control+s');
  await field.fill('Typed late');
  calls.release();
  await expect(page.getByText(FORM_MESSAGES.partlySaved)).toBeVisible();
  await expect(field).toHaveValue('Typed late');
  await save.click();
  const stored = site.db.selectFrom('siteSettings').select(['copyrightText', 'footerLogoUrl']);
  await expect
    .poll(() => stored.executeTakeFirstOrThrow())
    .toEqual({
      copyrightText: 'Typed late',
      footerLogoUrl: expect.stringMatching(/^\/media\/logos\/footer\//),
    });
  expect(saves, 'none by the key while it was saved').toHaveLength(2);
});
