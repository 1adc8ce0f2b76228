import { buildOrder, fillOrder, findOrder, ORDER_SUBMITTED } from '#tests/support/browser/forms.ts';
import { expect, signInAlways, TEAM, test } from '#tests/support/browser/office-e2e.ts';
import { openPage } from '#tests/support/browser/site.ts';

const SERVICE = 'Mobile apps';
const BUDGET = '₺400.000 - ₺1.200.000';

test('an owner adds a service and a budget, and a visitor orders them', async ({
  page,
  browser,
  office,
  problems,
}) => {
  problems.allow(/400/);
  await signInAlways(page, office);
  await page.goto('/admin/offer/order-options');
  for (const [list, item, label] of [
    ['Services', 'service', SERVICE],
    ['Budgets', 'budget', BUDGET],
  ] as const) {
    const group = page.getByRole('group', { name: list, exact: true });
    await group.getByRole('button', { name: `Add ${item}` }).click();
    await group.getByRole('textbox').last().fill(label);
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Order options saved')).toBeVisible();

  const context = await browser.newContext({ baseURL: office.url });
  const visitor = await context.newPage();
  await openPage(visitor, '/order');
  await expect(visitor.getByLabel(SERVICE)).toBeVisible();
  const order = { ...buildOrder(), serviceType: SERVICE, estimatedBudget: '400-000-1-200-000' };
  await fillOrder(visitor, order);
  await visitor.getByRole('button', { name: 'Submit Order' }).click();
  await expect(visitor).toHaveURL(ORDER_SUBMITTED);
  await context.close();

  const { id, reference } = await findOrder(office, order);
  await page.goto('/admin/orders');
  const row = page.getByRole('row', { name: reference });
  await expect(row).toContainText(SERVICE);
  await expect(row).toContainText(BUDGET);
  await page.goto(`/admin/orders?order=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Order Details' });
  await expect(dialog.getByText(SERVICE, { exact: true })).toBeVisible();
  await expect(dialog.getByText(BUDGET, { exact: true })).toBeVisible();
  for (const recipient of [order.email, TEAM]) {
    const mail = () => office.mails.find(({ envelope }) => envelope.to.includes(recipient));
    await expect.poll(() => mail()?.text).toContain(SERVICE);
    expect(mail()?.text).toContain(BUDGET);
  }

  await page.goto('/admin/offer/order-options');
  const services = page.getByRole('group', { name: 'Services', exact: true });
  await services.getByRole('button', { name: 'Remove service 7' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(services.getByText(`"${SERVICE}" cannot be renamed or removed`)).toBeVisible();
});
