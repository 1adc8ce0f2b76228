import { expect, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { buildEnquiry } from '#tests/support/enquiries.ts';
import { ENOUGH } from '#shared/claims/values.ts';

const HOUR_MS = 60 * 60 * 1_000;

/** 10:00 of a working day that is over in Ankara. */
function lastMorning(): Date {
  const day = new Date(Date.now() - 24 * HOUR_MS);
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() - 1);
  day.setUTCHours(7, 0, 0, 0);
  return day;
}

test('a number that is not true any more is named, and the page shows what is true', async ({
  admin: page,
  site,
}) => {
  await site.db.deleteFrom('publicClaims').execute();
  await site.db.deleteFrom('conversations').execute();
  const createdAt = lastMorning();
  for (let index = 0; index < ENOUGH['response-time']; index += 1) {
    const respondedAt = new Date(createdAt.getTime() + 3.1 * HOUR_MS);
    await buildEnquiry(site.db, 'order', { createdAt, respondedAt });
  }
  await page.goto('/admin/settings?tab=numbers');
  const card = page.getByRole('region', { name: 'Average response time' });
  await expect(card).toContainText('Not measured yet', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Measure now' }).click();
  await expect(card).toContainText('says 1h, the last 90 days say 3 h 06.', {
    useInnerText: false,
    ignoreCase: true,
  });
  await expect(card).toContainText('Not true now');

  const home = await page.context().newPage();
  const shown = home.locator('#case-studies dl div', { hasText: 'Average response time' }).last();
  await home.goto('/');
  await expect(shown.locator('dd')).toHaveText('1h');
  await card.getByLabel('On the page').selectOption('Show the measured value');
  await expectToast(page, 'Public number updated');
  await expect(card).toContainText('The page shows 3.1h.');
  await expect(async () => {
    await home.reload();
    await expect(shown.locator('dd')).toHaveText('3.1h', { timeout: 500 });
  }).toPass({ timeout: 10_000 });

  const other = page.getByRole('region', { name: 'On time and within budget' });
  await expect(other).toContainText('Has evidence');
  await other.getByRole('link', { name: /^Edit/ }).click();
  const number = page.getByRole('group', { name: 'Number 5' });
  await number.getByLabel('Review by').fill('2020-01-01');
  await number.getByLabel('Evidence', { exact: true }).fill('Handover dates, counted by Selin');
  await page
    .getByRole('group', { name: 'Number 3' })
    .getByLabel('Evidence', { exact: true })
    .fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Proof saved');
  await page.goto('/admin/settings?tab=numbers');
  await expect(other).toContainText('Review is due');
  await expect(other).toContainText('counted by Selin');
  const hidden = page.getByRole('region', { name: 'Client satisfaction' });
  await expect(hidden).toContainText('Visitors do not see it.');
  await expect(async () => {
    await home.reload();
    await expect(home.getByText('Client satisfaction')).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 10_000 });
  await home.close();
  await site.db.deleteFrom('publicClaims').execute();
  await site.db.deleteFrom('conversations').execute();
});
