import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import sharp from 'sharp';
import { messageReference } from '#shared/messages/reference.ts';
import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { expectAccessible, expectNoFinding } from '#tests/support/browser/accessibility.ts';
import { expectAccessibleState } from '#tests/support/browser/admin-content.ts';
import { buildAttachment, buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expect, type Site, test, WITHIN_A_SECOND } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { readRow } from '#tests/support/browser/rows.ts';

const FIRST_LOAD = { timeout: 20_000 };
const HOSTILE = '<img src=x onerror=alert(1)>"\'{{7*7}}';

function dialogOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Order Details' });
}

async function customers(page: Page): Promise<string[]> {
  const names = await page.getByRole('rowheader').allInnerTexts();
  return names.map((name) => name.split('\n')[0]?.replace('Suspect', '').trim() ?? '');
}

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/orders${query}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders Management', FIRST_LOAD);
}

async function attach(
  site: Site,
  orderId: string,
  { name, type, bytes }: { name: string; type: string; bytes: Buffer },
): Promise<void> {
  const path = `order-attachments/${randomBytes(8).toString('hex')}.bin`;
  const file = join(site.dataDir, 'files/private', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  await buildAttachment(site.db, {
    orderId,
    path,
    originalName: name,
    contentType: type,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    status: 'claimed',
  });
  await sql`update orders set file_urls = array_append(file_urls, ${path}) where id = ${orderId}`.execute(
    site.db,
  );
}

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('orderAttachments').execute();
  await site.db.deleteFrom('orders').execute();
  await site.db.deleteFrom('contactMessages').execute();
});

test('search, filters and order are in the URL', async ({ admin: page, site }) => {
  for (const [fullName, changes] of [
    ['Özlem Işık', { status: 'pending', createdAt: '2026-11-01' }],
    ['Ada Karaca', { status: 'completed', createdAt: '2026-11-02' }],
    ['Murat Sel', { isSuspect: true, createdAt: '2026-11-03' }],
  ] as const) {
    await buildOrder(site.db, { fullName, ...changes });
  }
  await open(page);
  await expect.poll(() => customers(page)).toEqual(['Murat Sel', 'Ada Karaca', 'Özlem Işık']);
  await expect(page.getByText('Showing 3 of 3')).toBeVisible();

  const date = page.getByRole('columnheader', { name: 'Date' });
  await expect(date).toHaveAttribute('aria-sort', 'descending');
  await date.getByRole('button').click();
  await expect(date).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => customers(page)).toEqual(['Özlem Işık', 'Ada Karaca', 'Murat Sel']);
  await page.getByRole('columnheader', { name: 'Customer' }).getByRole('button').click();
  await expect.poll(() => customers(page)).toEqual(['Ada Karaca', 'Murat Sel', 'Özlem Işık']);
  await expect(page).toHaveURL(/sort=full_name/);

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toBeFocused();
  await page.keyboard.type('OZLEM ISIK');
  await expect.poll(() => customers(page)).toEqual(['Özlem Işık']);
  await expect(page).toHaveURL(/search=OZLEM/);
  const status = page.getByLabel('Status', { exact: true });
  await status.selectOption('Completed');
  await expect(page.getByText('Nothing matches the search and the filters.')).toBeVisible();
  await page.goBack();
  await expect.poll(() => customers(page)).toEqual(['Özlem Işık']);
  await status.selectOption('In Progress');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => customers(page)).toEqual(['Ada Karaca', 'Murat Sel', 'Özlem Işık']);
  await page.getByLabel('Suspect entries').selectOption('Suspects Only');
  await expect.poll(() => customers(page)).toEqual(['Murat Sel']);
});

test('all orders are shown page by page, and changed together', async ({ admin: page, site }) => {
  for (let index = 0; index < 120; index += 1) {
    await buildOrder(site.db, {
      status: index < 60 ? 'new' : index < 90 ? 'in-progress' : 'completed',
    });
  }
  const countStatuses = async () => {
    const rows = await site.db.selectFrom('orders').select('status').execute();
    const groups = Object.groupBy(rows, ({ status }) => status);
    return Object.entries(groups)
      .map(([status, { length }]) => `${length} ${status}`)
      .toSorted();
  };
  await open(page);
  const more = page.getByRole('button', { name: 'Show more' });
  for (const shown of [50, 100]) {
    await expect(page.getByText(`Showing ${shown} of 120`)).toBeVisible();
    await more.click();
  }
  await expect(page.getByText('Showing 120 of 120')).toBeVisible();
  await expect(more).toBeHidden();
  await page.reload();
  await expect(page.getByText('Showing 120 of 120')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Showing 100 of 120')).toBeVisible();
  const status = page.getByLabel('Status', { exact: true });
  await status.selectOption('New');
  await expect(page.getByText('Showing 50 of 60')).toBeVisible();
  await expect(page).not.toHaveURL(/pages=/);

  await status.selectOption('All Status');
  await expect(page.getByText('Showing 50 of 120')).toBeVisible();
  const bar = page.getByRole('group', { name: 'Selected rows' });
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  const all = bar.getByRole('button', { name: 'Select all 120 matching' });
  await all.click();
  await bar.getByRole('button', { name: 'Select only the 50 shown' }).click();
  await expect(bar.getByText('50 selected')).toBeVisible();
  await all.click();
  await expect(page.getByRole('status').filter({ hasText: 'All 120 matching' })).toBeAttached();
  await bar.getByRole('button', { name: 'Mark as Completed' }).click();
  const question = page.getByRole('dialog', { name: 'Mark all 120 as Completed?' });
  await expectAccessibleState(page);
  await question.getByRole('button', { name: 'Mark 120 as Completed' }).click();
  await expectToast(page, '90 changed to Completed, 30 had it already', 'Status updated');
  expect(await countStatuses()).toEqual(['120 completed']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(countStatuses).toEqual(['30 completed', '30 in-progress', '60 new']);
});

const PDF = {
  name: 'teklif ş.pdf',
  type: 'application/pdf',
  bytes: Buffer.from('%PDF-1.4\n%%EOF\n'),
};

test('an order shows its texts, files and earlier messages', async ({ admin: page, site }) => {
  const earlier = await buildMessage(site.db, { email: 'OZLEM@example.com' });
  const order = await buildOrder(site.db, {
    fullName: HOSTILE,
    email: 'ozlem@example.com',
    phone: '+90 312 555 01 02',
    company: 'Çetin Lojistik',
    projectDescription: `First line of a long enough description.\n${HOSTILE}\n**not bold** https://example.org`,
    desiredFeatures: ['API Integration', 'Advanced Analytics'],
  });
  const red = { create: { width: 40, height: 30, channels: 3, background: '#c00' } } as const;
  const image = 'plan <b>.png';
  const bytes = await sharp(red).png().toBuffer();
  await attach(site, order.id, { name: image, type: 'image/png', bytes });
  await attach(site, order.id, PDF);
  await open(page, `?order=${order.id}`);
  const dialog = dialogOf(page);
  for (const text of [
    order.reference,
    HOSTILE,
    'ozlem@example.com',
    '+90 312 555 01 02',
    'Çetin Lojistik',
    'Business Dashboards',
    '$15,000 - $50,000',
    '60 days',
    'English, Turkish',
    'API Integration, Advanced Analytics',
    '**not bold** https://example.org',
    image,
    PDF.name,
    '< 0.1 MB',
  ]) {
    await expect(dialog).toContainText(text);
  }
  await expect(dialog.getByRole('link', { name: 'ozlem@example.com' })).toHaveAttribute(
    'href',
    'mailto:ozlem@example.com',
  );
  await dialog.getByRole('button', { name: `Preview ${image}` }).click();
  const photo = dialog.getByRole('img', { name: `Preview of ${image}` });
  await expect.poll(() => photo.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(40);
  await expectAccessibleState(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: `Download ${PDF.name}` }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(PDF.name);
  expect(await readFile(await file.path(), 'utf8')).toContain('%PDF-1.4');

  await dialog.getByRole('link', { name: `Message ${messageReference(earlier.id)}` }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/messages\\?message=${earlier.id}`));
  await expect(page.getByRole('dialog', { name: 'Message Details' })).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeVisible();
});

test('a PDF is opened in a tab of its own @full', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 500/);
  const order = await buildOrder(site.db);
  await attach(site, order.id, PDF);
  await open(page, `?order=${order.id}`);
  const dialog = dialogOf(page);
  await page.evaluate(() => {
    const createAsBefore = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (object) => {
      Object.assign(window, { addressed: object instanceof Blob ? object.type : '' });
      return createAsBefore(object);
    };
  });
  let response = Promise.withResolvers<'sent' | 'failed'>();
  await page.route('**/files/*', async (route) =>
    (await response.promise) === 'sent'
      ? route.continue()
      : route.fulfill({ status: 500, json: {} }),
  );
  const previewPdf = dialog.getByRole('button', { name: `Preview ${PDF.name} in a new tab` });
  async function openTab() {
    response = Promise.withResolvers();
    const popup = page.waitForEvent('popup');
    await previewPdf.click();
    const tab = await popup;
    await expect(tab.locator('body')).toHaveText(`Opening ${PDF.name}...`);
    return tab;
  }
  const shown = await openTab();
  response.resolve('sent');
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'addressed'))).toBe(PDF.type);
  await expect(previewPdf).toHaveText('Preview');
  await shown.close();

  const empty = await openTab();
  const closed = empty.waitForEvent('close');
  response.resolve('failed');
  await closed;
  await expectToast(page, 'Failed to open the file', 'Error');
  await page.evaluate(() => {
    window.open = () => null;
  });
  await previewPdf.click();
  await expect(dialog.getByText('The browser did not open a new tab.')).toBeVisible();
});

test('notes are guarded while unsaved, and not written over', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of (?:409|503)/);
  const { id } = await buildOrder(site.db, { fullName: 'Selin Kaya', notes: 'Old' });
  await open(page);
  await page.getByRole('button', { name: /^View order/ }).click();
  const dialog = dialogOf(page);
  const notes = dialog.getByLabel('Pinned note');
  await expect(notes).toHaveValue('Old');
  await notes.fill('Call on Monday');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await page.route(`**/api/admin/orders/${id}`, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 503 }) : route.fallback(),
  );
  await notes.press('ControlOrMeta+s');
  await expectToast(page, ORDER_ADMIN_MESSAGES.notesFailed, 'Error');
  await page.unroute(`**/api/admin/orders/${id}`);
  await expect(notes).toHaveValue('Call on Monday');
  await notes.press('ControlOrMeta+s');
  await expectToast(page, 'Notes saved successfully');
  expect((await readRow(site.db, 'orders', id)).notes).toBe('Call on Monday');

  const other = await signInForTest(site.db);
  const changeAsOther = async (data: object) => {
    const headers = { 'x-admin-session': other.token };
    const response = await page.request.patch(`/api/admin/orders/${id}`, { headers, data });
    expect(response.status()).toBe(200);
  };
  const theirs = { notes: 'From a colleague', old_notes: 'Call on Monday' };
  await notes.fill('Mine');
  await changeAsOther({ ...theirs, status: 'pending' });
  await expect(dialog.getByLabel('Status of this order')).toHaveValue('pending', WITHIN_A_SECOND);
  await expect(notes).toHaveValue('Mine');
  // The keys work wherever the focus is.
  await dialog.getByRole('heading', { name: 'Timeline' }).click();
  await page.keyboard.press('ControlOrMeta+s');
  const versions = dialog.getByRole('region', { name: 'Both versions' });
  await expect(versions).toContainText('Mine');
  await expect(versions).toContainText('From a colleague');
  await expectNoFinding(page, 'conflict');
  await dialog.getByRole('button', { name: 'Overwrite' }).click();
  await expectToast(page, 'Notes saved successfully');
  expect((await readRow(site.db, 'orders', id)).notes).toBe('Mine');
  await expect(versions).toBeHidden();
  await changeAsOther({ notes: 'And again', old_notes: 'Mine' });
  await expect(notes).toHaveValue('And again', WITHIN_A_SECOND);
  await notes.fill('Given up');
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/orders$/);
});

test('a filter is saved, chosen again, and deleted', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 409/);
  await buildOrder(site.db, { fullName: 'Pending One', status: 'pending' });
  await buildOrder(site.db, { fullName: 'New One' });
  await open(page, '?status=pending');
  const menu = page.getByText('Saved filters');
  await menu.click();
  const name = page.getByLabel('Save the current filter as');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  for (const outcome of ['Filter saved successfully', 'A saved filter with this name exists']) {
    await name.fill(`Waiting ${HOSTILE}`);
    await name.press('Enter');
    await expect(page.getByText(outcome).first()).toBeVisible();
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(name).toBeHidden();
  await page.getByLabel('Status', { exact: true }).selectOption('All Status');
  await expect.poll(() => customers(page)).toEqual(['New One', 'Pending One']);
  await menu.click();
  await page.getByRole('link', { name: `Waiting ${HOSTILE}` }).click();
  await expect.poll(() => customers(page)).toEqual(['Pending One']);
  await expect(page).toHaveURL(/status=pending/);
  await menu.click();
  await page.getByRole('button', { name: /^Delete Waiting/ }).click();
  await expect(page.getByText('No filter is saved yet.')).toBeVisible();
});
