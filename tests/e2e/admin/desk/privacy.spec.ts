import { randomUUID } from 'node:crypto';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { listFindings } from '#tests/support/browser/media.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { readFile } from 'node:fs/promises';
import { readTar } from '#tests/support/privacy/tar.ts';

async function recordNewAddress({ db }: Site, messageId: string) {
  const conversationId = randomUUID();
  await db.insertInto('conversations').values({ id: conversationId, messageId }).execute();
  const detail = JSON.stringify({ formerEmail: 'stranger@example.com' });
  await db
    .insertInto('conversationEntries')
    .values({
      id: randomUUID(),
      conversationId,
      kind: 'corrected',
      via: 'page',
      detail,
      createdAt: new Date(),
    })
    .execute();
}

test('an owner holds an enquiry, exports the person, and erases them once the hold has ended', async ({
  admin: page,
  site,
}) => {
  const email = `${randomUUID()}@example.com`;
  const { id } = await buildOrder(site.db, { email });
  await buildMessage(site.db, { email });
  const { id: messageId } = await buildMessage(site.db, { email });
  await recordNewAddress(site, messageId);
  await page.goto(`/admin/orders?order=${id}`);
  const dialog = page.getByRole('dialog');
  const storage = dialog.getByRole('region', { name: 'Storage' });
  await expect(storage).toContainText(/Stored until/);
  await storage.getByText('Put on legal hold').click();
  await storage.getByLabel('Reason').fill('Dispute about invoice 2026-114');
  await storage.getByRole('button', { name: 'Put on hold' }).click();
  await expect(storage).toContainText('On legal hold');
  await expect(storage).toContainText('Dispute about invoice 2026-114');
  expect(await listFindings(page)).toEqual([]);

  await page.goto('/admin/privacy?tab=persons');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  const found = page.getByRole('region', { name: `What is stored about ${email}` });
  await expect(found).toContainText('3 enquiries');
  await expect(found).toContainText('Can be erased from');
  await expect(found).toContainText('On hold');
  expect(await listFindings(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    found.getByRole('button', { name: 'Export everything' }).click(),
  ]);
  expect(readTar(await readFile(await download.path())).size).toBe(4);

  await found.getByRole('button', { name: 'Erase everything' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('1 enquiry goes');
  await expect(question).toContainText('1 on legal hold stays');
  await question.getByRole('button', { name: 'Erase for good' }).click();
  await expectToast(
    page,
    '1 enquiry is erased. 1 on legal hold stays. 1 with a recently changed address stays. Files follow within two hours.',
  );
  const skipped = page.getByRole('region', { name: 'Not erased' }).getByRole('listitem');
  await expect(skipped.filter({ hasText: 'is on legal hold' })).toHaveCount(1);
  await expect(skipped.filter({ hasText: /from \w+ \d+, \d{4} \d\d:\d\d\.$/ })).toHaveCount(1);
  expect(await listFindings(page)).toEqual([]);
  const left = async () =>
    (await site.db.selectFrom('orders').select('id').where('email', '=', email).execute()).length;
  expect(await left()).toBe(1);

  await page.goto(`/admin/orders?order=${id}`);
  await storage.getByRole('button', { name: 'End the hold' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'End the hold' }).click();
  await expect(storage).toContainText(/Stored until/);

  await page.goto('/admin/privacy?tab=erasures');
  await expect(page.getByRole('row', { name: /A person/ }).first()).toBeVisible();
});

test('an owner ends a hold that puts an erasure off, and is told that this erases @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of (?:409|404)/);
  const { id } = await buildOrder(site.db);
  await page.goto(`/admin/orders?order=${id}`);
  const dialog = page.getByRole('dialog');
  const storage = dialog.getByRole('region', { name: 'Storage' });
  await storage.getByText('Put on legal hold').click();
  await storage.getByLabel('Reason').fill('Dispute about invoice 2026-115');
  await storage.getByRole('button', { name: 'Put on hold' }).click();
  await expect(storage).toContainText('On legal hold');
  // While this screen is open its sender confirms an erasure.
  const { id: conversationId } = await site.db
    .selectFrom('conversations')
    .select('id')
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow();
  await site.db
    .insertInto('trackingRequests')
    .values({ id: randomUUID(), conversationId, kind: 'erasure', confirmedAt: new Date() })
    .execute();
  await storage.getByRole('button', { name: 'End the hold' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'End the hold' }).click();
  await expect(storage).toContainText('Something has changed since you looked');
  await expect(storage).toContainText('On legal hold');
  await storage.getByRole('button', { name: 'End the hold' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'End and erase' }).click();
  await expectToast(
    page,
    'The legal hold has ended, and the enquiry is erased as its sender wished',
  );
});

test('an owner erases the mails to an address that no enquiry has any more @full', async ({
  admin: page,
  site,
}) => {
  const email = `${randomUUID()}@example.com`;
  const mail = { kind: 'tracking.link', recipient: email, payload: '{}' };
  await site.db
    .insertInto('outboxMails')
    .values({ id: randomUUID(), status: 'sent', ...mail })
    .execute();
  await page.goto('/admin/privacy?tab=persons');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  const found = page.getByRole('region', { name: `What is stored about ${email}` });
  await expect(found).toContainText('0 enquiries, 0 entries of conversations, 0 files, 1 mail');
  expect(await listFindings(page)).toEqual([]);
  await found.getByRole('button', { name: 'Erase everything' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Mails to the address go');
  await question.getByRole('button', { name: 'Erase for good' }).click();
  await expectToast(page, 'The mails to the address are erased.');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByText(`Nothing is stored about ${email}.`)).toBeVisible();
});
