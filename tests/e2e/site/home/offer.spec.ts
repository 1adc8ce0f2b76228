import { sql } from 'kysely';
import { openScreen } from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { readStructuredData } from '#tests/support/browser/site.ts';

const NAME = 'Karşılaştırmalı Maliyetlendirme';

test('visitors see a service as an administrator has changed it', async ({
  admin,
  site: { db },
}) => {
  const before = await db.selectFrom('siteContent').selectAll().execute();
  await openScreen(admin, '/admin/offer');
  const first = admin.getByRole('group', { name: 'Service 1', exact: true });
  await expect(first.getByLabel('Name')).toHaveValue('Shipment Systems');
  await first.getByLabel('Name').fill(NAME);
  await first.getByLabel('Points').fill('Birinci\n\nİkinci');
  await admin.getByRole('button', { name: 'Remove service 6' }).click();
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Services saved')).toBeVisible();
  try {
    await admin.goto('/');
    const services = admin.locator('#services li:has(h3)');
    await expect(services).toHaveCount(5);
    await expect(services.first().getByRole('heading')).toHaveText(NAME);
    await expect(services.first().getByRole('listitem')).toHaveText(['Birinci', 'İkinci']);
    const column = admin.getByRole('contentinfo').getByRole('navigation', { name: 'Services' });
    await expect(column.getByRole('link')).toHaveCount(5);
    await expect(column.getByRole('link').first()).toHaveText(NAME);
    const [company] = await readStructuredData<{ makesOffer?: object[] }[]>(admin);
    expect(company?.makesOffer?.[0]).toMatchObject({ itemOffered: { name: NAME } });

    const none = sql<string>`data || '{"services": []}'`;
    await db
      .updateTable('siteContent')
      .set({ data: none })
      .where('type', '=', 'services')
      .execute();
    await admin.goto('/');
    await expect(admin.locator('#process')).toBeVisible();
    await expect(admin.locator('#services, a[href="/#services"]')).toHaveCount(0);
  } finally {
    for (const { type, data } of before.filter(({ type }) => type === 'services')) {
      await db
        .updateTable('siteContent')
        .set({ data, isSample: true })
        .where('type', '=', type)
        .execute();
    }
  }
});
