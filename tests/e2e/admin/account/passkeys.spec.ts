import { expectToast, toast } from '#tests/support/browser/toasts.ts';
import type { Page } from '@playwright/test';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { DEVICE_MESSAGES } from '#shared/devices/messages.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { expectAccessibleState, openSecurity } from '#tests/support/browser/admin-content.ts';
import { signInForTest, TEST_PASSWORD } from '#tests/support/admin.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { ageProof, changeRow, readRow } from '#tests/support/browser/rows.ts';

/** An authenticator of the browser's own, whose person is always verified. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    reject: (isRejected: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRejected }),
  };
}

test('a passkey signs in and proves presence', async ({ admin: page, site, problems, account }) => {
  problems.allow(/40[013]/);
  const authenticator = await addAuthenticator(page);
  await openSecurity(page);
  const section = page.getByRole('region', { name: PASSKEY_MESSAGES.heading });
  await expect(section.getByText(PASSKEY_MESSAGES.empty)).toBeVisible();
  const add = section.getByRole('button', { name: PASSKEY_MESSAGES.add });
  await add.click();
  await expect(section.getByRole('alert')).toContainText(PASSKEY_MESSAGES.nameRequired);
  await section.getByLabel(PASSKEY_MESSAGES.name).fill('Work laptop');
  await add.click();
  await expect(toast(page, PASSKEY_MESSAGES.added)).toBeVisible();
  const rows = section.getByRole('table', { name: 'Your passkeys' }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Work laptop');
  await expectAccessibleState(page);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/adminloginpage$/);
  const signIn = page.getByRole('button', { name: PASSKEY_MESSAGES.use });
  await authenticator.reject(true);
  await signIn.click();
  await expect(
    page.getByRole('main').getByRole('alert').filter({ hasText: PASSKEY_MESSAGES.cancelled }),
  ).toBeVisible();
  await authenticator.reject(false);
  await signIn.click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

  await ageProof(site.db, account.id);
  await page.goto('/admin/security');
  await rows.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: PASSKEY_MESSAGES.removeQuestion })
    .getByRole('button', { name: 'Remove' })
    .click();
  const proof = page.getByRole('dialog', { name: ACCOUNT_MESSAGES.proofTitle });
  await expect(proof).toBeVisible();
  await proof.getByRole('button', { name: PASSKEY_MESSAGES.use }).click();
  await expect(toast(page, PASSKEY_MESSAGES.removed)).toBeVisible();
  await expect(section.getByText(PASSKEY_MESSAGES.empty)).toBeVisible();
});

test('an export asks for the password first', async ({ admin: page, site, problems, account }) => {
  problems.allow(/40[03]/);
  await page.goto('/admin/orders');
  const search = page.getByRole('searchbox');
  await search.fill('nothing at all');
  await ageProof(site.db, account.id);
  const exportCsv = page.getByRole('button', { name: 'Export CSV' });
  await exportCsv.click();
  const dialog = page.getByRole('dialog', { name: ACCOUNT_MESSAGES.proofTitle });
  const secret = dialog.getByLabel(ACCOUNT_MESSAGES.secretLabel);
  await expect(secret).toBeFocused();
  await expectAccessibleState(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectToast(page, 'Failed to export orders', 'Export Failed');

  await exportCsv.click();
  await secret.fill('Wrong-guess-1');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(ACCOUNT_MESSAGES.wrongPassword);
  await secret.fill(TEST_PASSWORD);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Enter'),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await expect(dialog).toBeHidden();
  await expect(search).toHaveValue('nothing at all');
});

test('a sign-in from a new device is ended @full', async ({ admin: page, site, account }) => {
  const { id: adminUserId, username, sessionId } = account;
  await openSecurity(page);
  const at = (network: string, seenAt: Date) => ({
    id: crypto.randomUUID(),
    adminUserId,
    network,
    ipAddress: network,
    firstSeenAt: seenAt,
  });
  const confirmedAt = new Date(Date.now() - 86_400_000);
  const own = { ...at('127.0.0.1', confirmedAt), browser: 'Chrome on Linux', confirmedAt };
  const other = { ...at('198.51.100.7', new Date()), browser: 'Firefox on Windows' };
  await site.db.insertInto('adminDevices').values([own, other]).execute();
  const intruder = await signInForTest(site.db, { id: adminUserId, username });
  await changeRow(site.db, 'adminSessions', sessionId, { deviceId: own.id });
  await changeRow(site.db, 'adminSessions', intruder.sessionId, { deviceId: other.id });
  await page.getByRole('link', { name: 'Orders' }).click();
  const notice = page.getByRole('region', { name: 'New sign-in' });
  await expect(notice).toContainText('New sign-in with Firefox on Windows from 198.51.100.7');
  await expect(notice).toContainText(DEVICE_MESSAGES.question);
  await expectAccessibleState(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(notice.getByRole('button', { name: DEVICE_MESSAGES.confirm })).toBeInViewport();
  await notice.getByRole('button', { name: DEVICE_MESSAGES.end }).click();
  await expect(toast(page, DEVICE_MESSAGES.ended)).toBeVisible();
  await expect(notice).toBeHidden();
  const { isActive } = await readRow(site.db, 'adminSessions', intruder.sessionId);
  expect(isActive).toBe(false);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/admin/security');
  const devices = page.getByRole('table', { name: DEVICE_MESSAGES.heading }).locator('tbody tr');
  await expect(devices).toHaveCount(1);
  await expect(devices).toContainText('Chrome on Linux');
  await expect(devices).toContainText(DEVICE_MESSAGES.current);
});
