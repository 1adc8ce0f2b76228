import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import sharp from 'sharp';
import { BULK_CHANGE_MESSAGES } from '#shared/common/bulk.ts';
import { SAVED_FILTER_MESSAGES } from '#shared/leads/messages.ts';
import { SAVED_FILTER_LIMITS } from '#shared/leads/values.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { expectAccessible, expectNoFinding } from '#tests/support/browser/accessibility.ts';
import {
  buildAttachment,
  buildMessage,
  buildOrder,
  parseCsv,
} from '#tests/support/browser/admin-leads.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { expect, type Site, tabTo, WITHIN_A_SECOND, test } from '#tests/support/browser/e2e.ts';
import { readColour } from '#tests/support/browser/colours.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

const FIRST_LOAD = { timeout: 20_000 };
const HOSTILE = '<img src=x onerror=alert(1)>"\'{{7*7}}';

function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

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

async function statusOf(site: Site, id: string): Promise<string> {
  const { status } = await site.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return status;
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

/** Lets the test send the parts of every export from here on. */
async function slowDownload(page: Page) {
  await page.evaluate(() => {
    const fetchAsBefore = window.fetch.bind(window);
    window.fetch = (input, init) => {
      if (typeof input !== 'string' || !input.includes('/export.csv')) {
        return fetchAsBefore(input, init);
      }
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const encoder = new TextEncoder();
          Object.assign(window, {
            sendPart: (part: string) => controller.enqueue(encoder.encode(part)),
            endParts: () => controller.close(),
          });
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/csv' } }));
    };
  });
  type Parts = { sendPart: (part: string) => void; endParts: () => void };
  return {
    send: (part: string) =>
      page.evaluate((text) => (window as unknown as Parts).sendPart(text), part),
    end: () => page.evaluate(() => (window as unknown as Parts).endParts()),
  };
}

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('orderAttachments').execute();
  await site.db.deleteFrom('orders').execute();
  await site.db.deleteFrom('contactMessages').execute();
});

test('an empty list says so, and a new order appears by itself @full', async ({
  admin: page,
  site,
}) => {
  await open(page);
  await expect(page.getByText('No orders found')).toBeVisible();
  await expectAccessible(page);
  await buildOrder(site.db, { fullName: 'Just Arrived' });
  await expect(rowOf(page, 'Just Arrived')).toBeVisible(WITHIN_A_SECOND);
});

test('the columns, the formats and the badges are those of the product @full', async ({
  admin: page,
  site,
}) => {
  await buildOrder(site.db, {
    fullName: HOSTILE,
    company: '<b>Bold</b> Ltd',
    status: 'in-progress',
    isSuspect: true,
    suspectReasons: ['repeated'],
    createdAt: '2026-11-03T12:00:00Z',
  });
  await buildOrder(site.db, { fullName: 'Newest Customer', createdAt: '2026-11-04T12:00:00Z' });
  await open(page);
  await expect(rowOf(page, 'Newest Customer')).toBeVisible();
  expect((await page.getByRole('columnheader').allInnerTexts()).slice(1)).toEqual([
    'Customer',
    'Service',
    'Budget',
    'Date',
    'Status',
    'Actions',
  ]);
  const row = rowOf(page, HOSTILE);
  await expect(row).toContainText('<b>Bold</b> Ltd');
  await expect(row).toContainText('Business Dashboards');
  await expect(row).toContainText('$15,000 - $50,000');
  await expect(row).toContainText('Nov 03, 2026');
  await expect(row.getByText('Suspect', { exact: true })).toBeVisible();
  const select = row.getByRole('combobox');
  await expect(select).toHaveValue('in-progress');
  await expect(select).toHaveAttribute('data-tone', 'blue');
  await expect(select.locator('option')).toHaveText(['Pending', 'In Progress', 'Completed']);
  const fresh = rowOf(page, 'Newest Customer').getByRole('combobox');
  await expect(fresh).toHaveValue('new');
  await expect(fresh).toHaveAttribute('data-tone', 'yellow');
  await expect(fresh.locator('option')).toHaveText(['New', 'Pending', 'In Progress', 'Completed']);
  await expect(page.getByLabel('Status', { exact: true }).locator('option')).toHaveText([
    'All Status',
    'Pending',
    'New',
    'In Progress',
    'Completed',
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: `of ${HOSTILE}` }).click();
  const note = dialogOf(page).getByRole('region', { name: 'Marked as Suspect' });
  await expect(note).toContainText(
    'Because the same text came three times or more within an hour.',
  );
  await expect(note.getByRole('button', { name: 'Not suspect' })).toBeVisible();
});

test('each status has its colour, in the row and in the timeline @full', async ({
  admin: page,
  site,
}) => {
  const hues = { new: 'yellow', pending: 'yellow', 'in-progress': 'blue', completed: 'green' };
  const colours: Record<string, (light: number[]) => boolean> = {
    yellow: ([red = 0, green = 0, blue = 0]) => red > green && green > 2 * blue,
    blue: ([red = 0, green = 0, blue = 0]) => blue > green && green > red,
    green: ([red = 0, green = 0, blue = 0]) => green > blue && blue > red,
  };
  await page.emulateMedia({ colorScheme: 'light' });
  for (const status of Object.keys(hues) as (keyof typeof hues)[]) {
    await buildOrder(site.db, { fullName: `Customer ${status}`, status });
  }
  await open(page);
  for (const [status, hue] of Object.entries(hues)) {
    const select = rowOf(page, `Customer ${status}`).getByRole('combobox');
    await expect(select).toHaveValue(status);
    const shown = await readColour(select, 'color');
    expect(colours[hue]?.(shown), `${status}: ${shown.join(' ')}`).toBe(true);
  }
  await rowOf(page, 'Customer new').getByRole('combobox').selectOption('Completed');
  await expectToast(page, 'Order status changed to completed', 'Status updated');
  await page.getByRole('button', { name: /of Customer new$/ }).click();
  const change = dialogOf(page).getByRole('listitem').filter({ hasText: 'became' });
  const badge = change.locator('.admin-badge', { hasText: 'Completed' });
  const shown = await readColour(badge, 'color');
  expect(colours['green']?.(shown), shown.join(' ')).toBe(true);
});

test('search, filters and order are in the address, and Back brings them back', async ({
  admin: page,
  site,
}) => {
  await buildOrder(site.db, { fullName: 'Özlem Işık', status: 'pending', createdAt: '2026-11-01' });
  await buildOrder(site.db, {
    fullName: 'Ada Karaca',
    status: 'completed',
    createdAt: '2026-11-02',
  });
  await buildOrder(site.db, { fullName: 'Murat Sel', isSuspect: true, createdAt: '2026-11-03' });
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
  await page.getByLabel('Status', { exact: true }).selectOption('Completed');
  await expect(page.getByText('Nothing matches the search and the filters.')).toBeVisible();
  await page.goBack();
  await expect.poll(() => customers(page)).toEqual(['Özlem Işık']);
  // What nobody has taken up is new, as the overview counts it.
  await page.getByLabel('Status', { exact: true }).selectOption('New');
  await expect.poll(() => customers(page)).toEqual(['Özlem Işık']);
  await page.getByLabel('Status', { exact: true }).selectOption('In Progress');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => customers(page)).toEqual(['Ada Karaca', 'Murat Sel', 'Özlem Işık']);
  await page.getByLabel('Suspect entries').selectOption('Suspects Only');
  await expect.poll(() => customers(page)).toEqual(['Murat Sel']);
});

/** As many orders as fill three pages of the list. */
async function buildCustomers(site: Site): Promise<void> {
  for (let index = 0; index < 120; index += 1) {
    await buildOrder(site.db, {
      fullName: `Customer ${String(index).padStart(3, '0')}`,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
      status: index < 30 ? 'in-progress' : index < 90 ? 'new' : 'completed',
    });
  }
}

const MIXED = { new: 60, 'in-progress': 30, completed: 30 };

async function countStatuses(site: Site): Promise<Record<string, number>> {
  const rows = await site.db
    .selectFrom('orders')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

const selectionOf = (page: Page) => page.getByRole('group', { name: 'Selected rows' });

async function changeAll(page: Page, total: number, label: string): Promise<void> {
  const bar = selectionOf(page);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await bar.getByRole('button', { name: `Select all ${total} matching` }).click();
  await expect(
    page.getByRole('status').filter({ hasText: `All ${total} matching selected` }),
  ).toBeAttached();
  await bar.getByRole('button', { name: `Mark as ${label}` }).click();
  const question = page.getByRole('dialog', { name: `Mark all ${total} as ${label}?` });
  await question.getByRole('button', { name: `Mark ${total} as ${label}` }).click();
}

test('pages are in the address and outlive a reload', async ({ admin: page, site }) => {
  await buildCustomers(site);
  await open(page);
  await expect(page.getByText('Showing 50 of 120')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('Showing 100 of 120')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('Showing 120 of 120')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  await page.reload();
  await expect(page.getByText('Showing 120 of 120')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Showing 100 of 120')).toBeVisible();
  await page.getByLabel('Status', { exact: true }).selectOption('New');
  await expect(page.getByText('Showing 50 of 60')).toBeVisible();
  await expect(page).not.toHaveURL(/pages=/);
});

test('all that match can be changed together, beyond what is shown @full', async ({
  admin: page,
  site,
}) => {
  await buildCustomers(site);
  await open(page, '?status=new');
  const bar = selectionOf(page);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await bar.getByRole('button', { name: 'Select all 60 matching' }).click();
  await bar.getByRole('button', { name: 'Select only the 50 shown' }).click();
  await expect(bar.getByText('50 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all shown' }).uncheck();
  await expect(bar).toBeHidden();
  await changeAll(page, 60, 'Completed');
  await expectToast(page, '60 changed to Completed', 'Status updated');
  expect(await countStatuses(site)).toEqual({ 'in-progress': 30, completed: 90 });
  await expect(page.getByText('Nothing matches the search and the filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => countStatuses(site)).toEqual(MIXED);
});

test('undoing a change of all gives each row its own status back, shown or not @full', async ({
  admin: page,
  site,
}) => {
  await buildCustomers(site);
  await open(page);
  await expect(rowOf(page, 'Customer 119').getByRole('combobox')).toHaveValue('completed');
  await expect(page.getByText('Showing 50 of 120')).toBeVisible();
  await changeAll(page, 120, 'Completed');
  await expectToast(page, '90 changed to Completed, 30 had it already', 'Status updated');
  expect(await countStatuses(site)).toEqual({ completed: 120 });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => countStatuses(site)).toEqual(MIXED);
});

test('nothing is changed when one more matches than was seen @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of 409/);
  await buildCustomers(site);
  await open(page, '?status=new');
  await expect(page.getByText('Showing 50 of 60')).toBeVisible();
  await page.route('**/api/admin/orders/bulk-status', async (route) => {
    await buildOrder(site.db);
    await route.continue();
  });
  await changeAll(page, 60, 'Pending');
  await expect(page.getByText(BULK_CHANGE_MESSAGES.listChanged)).toBeVisible();
  await expect(page.getByText('Showing 50 of 61')).toBeVisible();
  expect(await countStatuses(site)).toEqual({ ...MIXED, new: 61 });
});

test('more than a thousand cannot be changed at once @full', async ({ admin: page, site }) => {
  await buildCustomers(site);
  await page.route('**/api/admin/orders/count*', (route) =>
    route.fulfill({ json: { total: 1_001 } }),
  );
  await open(page);
  await expect(page.getByText('Showing 50 of 1,001')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await expect(selectionOf(page)).toContainText(
    '1,001 match. At most 1,000 can be changed at once',
  );
  await expect(selectionOf(page).getByRole('button', { name: /matching$/ })).toBeHidden();
});

test('a status is changed in its row, undone, and goes back when the server refuses', async ({
  admin: page,
  site,
  problems,
}) => {
  const order = await buildOrder(site.db, { fullName: 'Selin Kaya' });
  await open(page);
  const select = rowOf(page, 'Selin Kaya').getByRole('combobox');
  await select.selectOption('In Progress');
  await expectToast(page, 'Order status changed to in-progress', 'Status updated');
  await expect.poll(() => statusOf(site, order.id)).toBe('in-progress');
  await expect(select.locator('option')).toHaveText(['Pending', 'In Progress', 'Completed']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => statusOf(site, order.id)).toBe('new');
  await expect(select).toHaveValue('new');
  await expect(page.getByRole('searchbox')).toBeFocused();

  problems.allow(/status of 503/);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/admin/orders/${order.id}`, async (route) => {
    await released;
    await route.fulfill({
      status: 503,
      json: { error: { code: 'UNAVAILABLE', message: 'The service is not available right now.' } },
    });
  });
  await select.selectOption('Completed');
  await expect(select).toHaveValue('completed');
  release();
  await expectToast(page, 'Failed to update order status', 'Error');
  await expect(select).toHaveValue('new');
  await expect(
    page.getByText('Failed to update order status: Selin Kaya. The service is not available'),
  ).toBeVisible();
});

test('selected rows are changed together, and each row says what became of it @full', async ({
  admin: page,
  site,
}) => {
  const orders = [];
  for (const fullName of ['Alpha One', 'Beta Two', 'Gamma Three']) {
    orders.push(await buildOrder(site.db, { fullName }));
  }
  const [alpha, beta, gamma] = orders;
  if (!alpha || !beta || !gamma) throw new Error('three orders were built');
  await site.db
    .updateTable('orders')
    .set({ status: 'completed' })
    .where('id', '=', beta.id)
    .execute();
  await open(page);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toBeAttached();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'Selected rows' })).toBeHidden();

  await page.getByRole('checkbox', { name: /^Select Alpha One/ }).check();
  await page.getByRole('checkbox', { name: /^Select Beta Two/ }).check();
  await page.getByRole('button', { name: 'Mark as Completed' }).click();
  await expectToast(page, '1 changed to Completed, 1 had it already', 'Status updated');
  await expect.poll(() => statusOf(site, alpha.id)).toBe('completed');
  expect(await statusOf(site, gamma.id)).toBe('new');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => statusOf(site, alpha.id)).toBe('new');
  expect(await statusOf(site, beta.id)).toBe('completed');

  await page.getByRole('checkbox', { name: /^Select Gamma Three/ }).check();
  await page.getByRole('checkbox', { name: /^Select Alpha One/ }).check();
  // No earlier: a row that goes is not selected any more.
  await page.route('**/api/admin/orders/bulk-status', async (route) => {
    await site.db.deleteFrom('leadStatusChanges').execute();
    await site.db.deleteFrom('orders').where('id', '=', gamma.id).execute();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Mark as Pending' }).click();
  await expectToast(page, '1 changed to Pending, 1 no longer there', 'Not all were changed');
  await expect(page.getByText('Not all were changed: 1 changed to Pending')).toBeVisible();
});

async function countFileViews({ db }: Site, orderId: string): Promise<number> {
  const views = await db
    .selectFrom('contactMessageAudit')
    .select('action')
    .where('orderId', '=', orderId)
    .where('action', '=', 'view')
    .where(sql<boolean>`'file_urls' = any(accessed_fields)`)
    .execute();
  return views.length;
}

const PDF = {
  name: 'teklif ş.pdf',
  type: 'application/pdf',
  bytes: Buffer.from('%PDF-1.4\n%%EOF\n'),
};

test('an order is opened by its address and shows everything in words', async ({
  admin: page,
  site,
}) => {
  const order = await buildOrder(site.db, {
    fullName: HOSTILE,
    email: 'ozlem@example.com',
    phone: '+90 312 555 01 02',
    company: 'Çetin Lojistik',
    projectDescription: `First line of a long enough description.\n${HOSTILE}\n**not bold** https://example.org`,
    desiredFeatures: ['API Integration', 'Advanced Analytics'],
  });
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
    PDF.name,
    '< 0.1 MB',
  ]) {
    await expect(dialog).toContainText(text);
  }
  await expect(dialog.getByRole('link', { name: 'ozlem@example.com' })).toHaveAttribute(
    'href',
    'mailto:ozlem@example.com',
  );
});

test('the image of an order is shown in the dialog, its file is downloaded, and the log has all', async ({
  admin: page,
  site,
}) => {
  const order = await buildOrder(site.db);
  const red = { create: { width: 40, height: 30, channels: 3, background: '#c00' } } as const;
  await attach(site, order.id, {
    name: 'plan <b>.png',
    type: 'image/png',
    bytes: await sharp(red).png().toBuffer(),
  });
  await attach(site, order.id, PDF);
  await open(page, `?order=${order.id}`);
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('plan <b>.png');
  await dialog.getByRole('button', { name: 'Preview plan <b>.png' }).click();
  const photo = dialog.getByRole('img', { name: 'Preview of plan <b>.png' });
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: `Download ${PDF.name}` }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(PDF.name);
  expect(await readFile(await file.path(), 'utf8')).toContain('%PDF-1.4');
  expect(await countFileViews(site, order.id)).toBe(2);
});

test('a PDF is opened in a tab, which is there before the file is and goes if it does not come @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of 500/);
  const order = await buildOrder(site.db);
  await attach(site, order.id, PDF);
  await open(page, `?order=${order.id}`);
  const dialog = dialogOf(page);
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
  await page.evaluate(() => {
    const createAsBefore = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (object) => {
      Object.assign(window, { addressed: object instanceof Blob ? object.type : '' });
      return createAsBefore(object);
    };
  });
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
  expect(await countFileViews(site, order.id)).toBe(1);
});

test('an order leads to the earlier message of its customer, and Back to the order @full', async ({
  admin: page,
  site,
}) => {
  const earlier = await buildMessage(site.db, { email: 'OZLEM@example.com' });
  const order = await buildOrder(site.db, { email: 'ozlem@example.com' });
  await open(page, `?order=${order.id}`);
  await dialogOf(page)
    .getByRole('link', { name: `Message ${messageReference(earlier.id)}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/admin/messages\\?message=${earlier.id}`));
  await expect(page.getByRole('dialog', { name: 'Message Details' })).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page)).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/orders$/);
});

test('status, timeline and undo in the dialog, which follows another administrator @full', async ({
  admin: page,
  site,
  problems,
}) => {
  const order = await buildOrder(site.db, { fullName: 'Selin Kaya' });
  await open(page);
  await page.getByRole('button', { name: /^View order .* of Selin Kaya$/ }).click();
  const dialog = dialogOf(page);
  const select = dialog.getByLabel('Status of this order');
  await select.selectOption('Completed');
  await expectToast(page, 'Order status changed to completed', 'Status updated');
  const change = dialog.getByRole('listitem').filter({ hasText: 'became' });
  await expect(change).toHaveText(/New.*Completed.*by selin-.*just now/s);
  await change.getByRole('button', { name: 'Undo' }).click();
  await expect(select).toHaveValue('new');
  await expect(change).toHaveCount(2);
  await expect(select).toBeFocused();

  const other = await signInForTest(site.db);
  const changeAsOther = async (data: object) => {
    const response = await page.request.patch(`/api/admin/orders/${order.id}`, {
      headers: { 'x-admin-session': other.token },
      data,
    });
    expect(response.status()).toBe(200);
  };
  const notes = dialog.getByLabel('Pinned note');
  await notes.fill('Typed here');
  await changeAsOther({ status: 'in-progress' });
  await expect(select).toHaveValue('in-progress', WITHIN_A_SECOND);
  await expect(change.first()).toContainText(`by ${other.username}`);
  await changeAsOther({ notes: 'From a colleague', old_notes: null, status: 'pending' });
  await expect(select).toHaveValue('pending', WITHIN_A_SECOND);
  await expect(notes).toHaveValue('Typed here');

  // What was typed meets theirs as a conflict. The keys work wherever the focus is.
  problems.allow(/status of 409/);
  await dialog.getByRole('heading', { name: 'Timeline' }).click();
  await page.keyboard.press('ControlOrMeta+s');
  const versions = dialog.getByRole('region', { name: 'Both versions' });
  await expect(versions).toContainText('Typed here');
  await expect(versions).toContainText('From a colleague');
  await dialog.getByRole('button', { name: 'Reload' }).click();
  await expect(notes).toHaveValue('From a colleague');
  await changeAsOther({ notes: 'And again', old_notes: 'From a colleague' });
  await expect(notes).toHaveValue('And again', WITHIN_A_SECOND);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^View order .* of Selin Kaya$/ })).toBeFocused();
  expect(await statusOf(site, order.id)).toBe('pending');
});

test('notes are saved, guarded while unsaved, and not written over', async ({
  admin: page,
  site,
  problems,
}) => {
  await buildOrder(site.db, { fullName: 'Selin Kaya', notes: 'Old' });
  await open(page);
  await page.getByRole('button', { name: /^View order/ }).click();
  const dialog = dialogOf(page);
  const notes = dialog.getByLabel('Pinned note');
  await expect(notes).toHaveValue('Old');
  await notes.fill('Call on Monday');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/order=/);
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(notes).toHaveValue('Call on Monday');
  await notes.press('ControlOrMeta+s');
  await expectToast(page, 'Notes saved successfully');
  await notes.fill('Call on Tuesday');
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expectToast(page, 'Notes saved successfully');
  await expect
    .poll(() => site.db.selectFrom('orders').select('notes').executeTakeFirstOrThrow())
    .toEqual({ notes: 'Call on Tuesday' });

  problems.allow(/status of 409/);
  await site.db.updateTable('orders').set({ notes: 'From a colleague' }).execute();
  await notes.fill('Mine');
  await dialog.getByRole('button', { name: 'Save note' }).click();
  const versions = dialog.getByRole('region', { name: 'Both versions' });
  await expect(versions).toContainText('Mine');
  await expect(versions).toContainText('From a colleague');
  await expectNoFinding(page, 'conflict');
  await dialog.getByRole('button', { name: 'Overwrite' }).click();
  await expectToast(page, 'Notes saved successfully');
  await expect(versions).toBeHidden();
  await notes.fill('Mine again');
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expectToast(page, 'Notes saved successfully');
  await expect
    .poll(() => site.db.selectFrom('orders').select('notes').executeTakeFirstOrThrow())
    .toEqual({ notes: 'Mine again' });
  await expect(versions).toBeHidden();
  await notes.fill('Given up');
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/orders$/);
});

test('failures to load are said, and tried again @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of 500/);
  const order = await buildOrder(site.db, { fullName: 'Selin Kaya' });
  let isBroken = true;
  await page.route(/\/api\/admin\/orders(\?|$|\/[0-9a-f-]{36}$)/, async (route) => {
    if (!isBroken) return route.continue();
    return route.fulfill({
      status: 500,
      headers: { 'x-request-id': 'reference-1' },
      json: { error: { code: 'INTERNAL', message: 'Something went wrong on our side.' } },
    });
  });
  await open(page);
  await expectToast(page, 'Failed to fetch orders. Please try again.', 'Error');
  await expect(page.getByText('Reference: reference-1')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rowOf(page, 'Selin Kaya')).toBeVisible();
  isBroken = true;
  await page.goto(`/admin/orders?order=${order.id}`);
  const dialog = dialogOf(page);
  await expect(dialog.getByText('Something went wrong on our side.')).toBeVisible();
  isBroken = false;
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog).toContainText(order.reference);
});

test('the export holds the rows of the filter, and a long one shows how far it is', async ({
  admin: page,
  site,
}) => {
  await buildOrder(site.db, { fullName: '=1+1', status: 'pending' });
  await buildOrder(site.db, { fullName: 'Other' });
  await page.clock.install();
  await open(page, '?status=pending');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^orders_\d{4}-\d\d-\d\d\.csv$/);
  const records = parseCsv(await readFile(await file.path(), 'utf8'));
  expect(records.map((record) => record[2])).toEqual(['Customer', "'=1+1"]);
  await expectToast(page, 'Orders exported successfully', 'Export Complete');

  const slow = await slowDownload(page);
  const start = page.getByRole('button', { name: 'Export CSV' });
  const running = page.getByRole('button', { name: /^Exporting\.\.\./ });
  const longDownload = page.waitForEvent('download');
  await start.click();
  await expect(running).toHaveAttribute('aria-disabled', 'true');
  for (const megabytes of [1, 2, 3]) {
    await page.clock.fastForward('00:25');
    await slow.send('x'.repeat(2 ** 20));
    await expect(running).toHaveText(`Exporting... ${megabytes}.0 MB`);
  }
  await expectNoFinding(page, 'export');
  await slow.end();
  expect((await readFile(await (await longDownload).path())).length).toBe(3 * 2 ** 20);

  await start.click();
  await page.getByRole('button', { name: 'Cancel export' }).click();
  await expect(start).toBeFocused();
  await expect(page.getByText('Failed to export')).toBeHidden();

  await start.click();
  await expect(running).toBeVisible();
  await slow.send('x'.repeat(2 ** 20));
  await expect(running).toHaveText('Exporting... 1.0 MB');
  await page.clock.fastForward('00:31');
  await expectToast(page, 'Failed to export orders', 'Export Failed');
  await expect(page.getByRole('alert').filter({ hasText: 'was not reached' })).toBeVisible();
  await expect(start).toBeVisible();
});

test('a filter is saved, chosen again, and deleted', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 40[09]/);
  await buildOrder(site.db, { fullName: 'Pending One', status: 'pending' });
  await buildOrder(site.db, { fullName: 'New One' });
  await open(page, '?status=pending');
  await page.getByText('Saved filters').click();
  const name = page.getByLabel('Save the current filter as');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  const long = 'x'.repeat(SAVED_FILTER_LIMITS.name + 1);
  await name.fill(long);
  await name.press('Enter');
  await expect(page.getByText(SAVED_FILTER_MESSAGES.nameTooLong)).toBeVisible();
  await expect(name).toHaveValue(long);
  await name.fill(`Waiting ${HOSTILE}`);
  await name.press('Enter');
  await expectToast(page, 'Filter saved successfully');
  await name.fill(`Waiting ${HOSTILE}`);
  await name.press('Enter');
  await expect(page.getByText('A saved filter with this name exists already')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(name).toBeHidden();
  await page.getByLabel('Status', { exact: true }).selectOption('All Status');
  await expect.poll(() => customers(page)).toEqual(['New One', 'Pending One']);
  await page.getByText('Saved filters').click();
  await page.getByRole('link', { name: `Waiting ${HOSTILE}` }).click();
  await expect.poll(() => customers(page)).toEqual(['Pending One']);
  await expect(page).toHaveURL(/status=pending/);
  await page.getByText('Saved filters').click();
  await page.getByRole('button', { name: /^Delete Waiting/ }).click();
  await expect(page.getByText('No filter is saved yet.')).toBeVisible();
});

test('an order is worked through by keyboard alone @full', async ({ admin: page, site }) => {
  const order = await buildOrder(site.db, { fullName: 'Selin Kaya' });
  await buildOrder(site.db, { fullName: 'Later One', createdAt: new Date(Date.now() + 1_000) });
  await open(page);
  await expect(rowOf(page, 'Selin Kaya')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: /of Later One$/ })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: /of Selin Kaya$/ })).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(order.reference);
  await tabTo(page, dialog.getByLabel('Status of this order'));
  await page.keyboard.press('p');
  await expect.poll(() => statusOf(site, order.id)).toBe('pending');
  await tabTo(page, dialog.getByLabel('Pinned note'));
  await page.keyboard.type('Rang back');
  await tabTo(page, dialog.getByRole('button', { name: 'Save note' }));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Notes saved successfully');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /of Selin Kaya$/ })).toBeFocused();
  await expect(rowOf(page, 'Selin Kaya').getByRole('combobox')).toHaveValue('pending');
});
