import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { Site } from './e2e.ts';
import { openPage } from './site.ts';
import { seeToast } from './toasts.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { buildZip } from '#tests/support/hostile/zip.ts';

type FormFile = { name: string; mimeType: string; buffer: Buffer };

const HEADS = {
  pdf: Buffer.from('%PDF-1.7\n'),
  png: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
};

function bytesOf(head: Buffer, size: number): Buffer {
  const bytes = Buffer.alloc(Math.max(size, head.length + 16), 0x20);
  head.copy(bytes);
  randomBytes(16).copy(bytes, bytes.length - 16);
  return bytes;
}

/** A file that no other test has, of at least `size` bytes. */
export function pdfFile(name = 'plan.pdf', size = 0): FormFile {
  return { name, mimeType: 'application/pdf', buffer: bytesOf(HEADS.pdf, size) };
}

export function pngFile(name = 'sketch.png'): FormFile {
  return { name, mimeType: 'image/png', buffer: bytesOf(HEADS.png, 0) };
}

/** With the type that browsers on Windows give to a zip. */
export function zipFile(name = 'export.zip'): FormFile {
  const buffer = buildZip([{ name: 'rows.csv', data: randomBytes(64) }]);
  return { name, mimeType: 'application/x-zip-compressed', buffer };
}

export const PROGRAM: FormFile = {
  name: 'run.exe',
  mimeType: 'application/x-msdownload',
  buffer: Buffer.from('MZ'),
};

/** What `fillOrder` enters, as it is sent; the description is unlike every other. */
export function buildOrder(changes: { company?: string } = {}) {
  return {
    fullName: 'Murat Çetin',
    email: 'murat@example.com',
    phone: '+90 312 555 01 00',
    company: 'Çetin Lojistik',
    serviceType: 'Business Dashboards',
    projectDescription: `A shipment system for three depots and forty drivers, ${randomBytes(6).toString('hex')}`,
    desiredFeatures: ['API Integration', 'Advanced Analytics'],
    estimatedBudget: '5k-15k',
    targetTimeline: '60-days',
    requiredLanguages: ['English', 'Turkish'],
    termsAccepted: true,
    ...changes,
  };
}

type OrderFields = ReturnType<typeof buildOrder>;

export async function fillOrder(page: Page, order: OrderFields): Promise<void> {
  await page.getByLabel('Full name').fill(order.fullName);
  await page.getByLabel('E-mail').fill(order.email);
  await page.getByLabel('Phone').fill(order.phone);
  await page.getByLabel('Company (optional)').fill(order.company);
  await page.getByLabel(order.serviceType).check();
  await page.getByLabel('Project description').fill(order.projectDescription);
  for (const feature of order.desiredFeatures) await page.getByLabel(feature).check();
  await page.locator(`[value="${order.estimatedBudget}"]`).check();
  await page.locator(`[value="${order.targetTimeline}"]`).check();
  for (const language of order.requiredLanguages) {
    await page.getByLabel(language, { exact: true }).check();
  }
  await page.getByLabel('I accept the').check();
}

/** What `fillMessage` enters; the message is unlike every other. */
export function buildMessage() {
  return {
    name: 'Selin Kaya',
    email: 'selin@example.com',
    message: `Can we talk on Tuesday about invoicing? ${randomBytes(6).toString('hex')}`,
  };
}

export async function fillMessage(page: Page, message: ReturnType<typeof buildMessage>) {
  await page.getByLabel('Name', { exact: true }).fill(message.name);
  await page.getByLabel('E-mail', { exact: true }).fill(message.email);
  await page.getByLabel('Message', { exact: true }).fill(message.message);
}

/** Each button also while it says that it is busy. */
export function submitButton(page: Page): Locator {
  return page.getByRole('button', { name: /^(Submit Order|Submitting\.\.\.)$/ });
}

export function sendButton(page: Page): Locator {
  return page.getByRole('button', { name: /^(Send Message|Sending\.\.\.)$/ });
}

export function attachedFiles(page: Page): Locator {
  return page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
}

export function errorSummary(page: Page): Locator {
  return page.getByRole('alert', { name: 'There is a problem' });
}

export async function expectSummary(page: Page, messages: readonly string[]): Promise<void> {
  await expect(errorSummary(page).getByRole('listitem')).toHaveText(messages);
}

/** The notice in place that sending failed. */
export function failureNotice(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: 'Nothing you entered is lost' });
}

type ToastKind = 'default' | 'destructive';

/** Sees a notice and closes it. */
export async function expectToast(page: Page, kind: ToastKind, title: string, text: string) {
  const toast = page.locator(`[data-toast="${kind}"]`).filter({ hasText: text });
  await expect(toast.last().locator('p')).toHaveText([title, text]);
  await seeToast(toast);
}

export async function expectOrderFailed(page: Page): Promise<void> {
  const text = 'Please try again or email us directly.';
  await expectToast(page, 'destructive', 'Submission failed', text);
}

export const MESSAGE_SENT = /\/contact\?sent=[0-9a-f-]{36}$/;

export const ORDER_SUBMITTED = /\/order\?submitted=V-[0-9A-HJKMNP-TV-Z]{8}$/;

/** Where a form leads that was sent without scripts. */
export const SENT_WITHOUT_SCRIPTS = /\/track\/[\w-]{43}\/sent$/;

/** The paths of everything that the page posts from now on. */
export function watchPosts(page: Page): string[] {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  return posts;
}

/** Holds the page's requests to a path back until `release` is called. */
export async function holdRequests(page: Page, path: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let count = 0;
  await page.route(`**${path}`, async (route) => {
    count += 1;
    await released;
    // The page may have given the request up by then.
    await route.continue().catch(() => {});
  });
  return { release, count: () => count };
}

/** Lets the server take a request and loses its response, as when the connection breaks. */
export async function loseResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

export function findOrders({ db }: Site, { projectDescription }: OrderFields) {
  return readRows(db, 'orders', '*', { projectDescription });
}

/** Returns the stored order, which must be the only one. */
export async function findOrder(site: Site, order: OrderFields) {
  const [row, ...others] = await findOrders(site, order);
  if (!row || others.length > 0) throw new Error(`${row ? 'more than one' : 'no'} order`);
  return row;
}

export function findAttachments({ db }: Site, orderId: string) {
  return readRows(db, 'orderAttachments', '*', { orderId });
}

export function readStored(site: Site, path: string): Promise<Buffer> {
  return readFile(join(site.dataDir, 'files/private', path));
}

/** Expects that an order has these files, each of them stored whole. */
export async function expectStored(
  site: Site,
  { id, fileUrls }: { id: string; fileUrls: string[] },
  files: FormFile[],
): Promise<void> {
  const rows = await findAttachments(site, id);
  expect(rows.map(({ path }) => path).toSorted()).toEqual(fileUrls.toSorted());
  expect(rows).toHaveLength(files.length);
  for (const { name, buffer } of files) {
    const row = rows.find(({ originalName }) => originalName === name);
    expect(row, name).toMatchObject({ sizeBytes: buffer.length, status: 'claimed' });
    expect((await readStored(site, row?.path ?? '')).equals(buffer), name).toBe(true);
  }
}

export const ORDER_MAILS = ['orders.confirmation', 'orders.notify-team'];

export function findMessages({ db }: Site, { message }: { message: string }) {
  return readRows(db, 'contactMessages', '*', { message });
}

/** The kinds of the mails in the outbox that one record caused. */
export async function mailKindsOf(site: Site, id: string): Promise<string[]> {
  const mails = await site.db.selectFrom('outboxMails').select(['kind', 'payload']).execute();
  return mails
    .filter(({ payload }) => Object.values(payload as object).includes(id))
    .map(({ kind }) => kind)
    .toSorted();
}

/** Closes the tab as a person does; returns whether the browser asked, and then stays. */
export async function asksBeforeClosing(page: Page): Promise<boolean> {
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    return true;
  });
  const closed = page.waitForEvent('close').then(() => false);
  await page.close({ runBeforeUnload: true });
  return Promise.race([asked.catch(() => false), closed]);
}

/**
 * Closes the tab in spite of the browser's question, so that the page can still save, and opens a path in a new tab. The
 * new tab comes first: a browser whose last tab goes may not open another.
 */
export async function moveToNewTab(page: Page, path: string): Promise<Page> {
  const next = await page.context().newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  await openPage(next, path);
  return next;
}
