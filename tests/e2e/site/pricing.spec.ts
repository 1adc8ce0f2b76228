import { expect, test } from '#tests/support/browser/e2e.ts';

const PLANS = [
  {
    name: 'Basic',
    price: 'Starting at $5,000',
    timeline: '3-4 weeks',
    support: '1-month support',
    feature: 'Dashboard arranged for your figures',
    limitations: [
      'Up to 3 data sources',
      '5 custom charts',
      'Standard templates only',
      'No advanced integrations',
    ],
  },
  {
    name: 'Professional',
    price: 'Starting at $15,000',
    timeline: '6-8 weeks',
    support: '3-month support',
    feature: 'Unlimited data sources',
    limitations: ['No AI/ML functions', 'No white-label version', 'No dedicated project manager'],
  },
  {
    name: 'Enterprise',
    price: 'Custom pricing',
    timeline: 'Flexible timeline',
    support: '12-month support',
    feature: 'Everything in Professional',
    limitations: [],
  },
];

test('three plans with their texts', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transparent Pricing');
  await expect(
    page.getByText('Final pricing is provided after a free discovery session', { exact: true }),
  ).toBeVisible();
  const plans = page.getByRole('region', { name: 'Plans' });
  await expect(plans.getByRole('heading', { level: 2 })).toHaveText(PLANS.map(({ name }) => name));
  for (const plan of PLANS) {
    const card = plans.locator('li:has(> div > h2)', {
      has: page.getByRole('heading', { name: plan.name, exact: true }),
    });
    await expect(card.locator('h2 svg')).toBeVisible();
    await expect(card.locator('h2 + p')).toHaveText(/.{40,}/);
    await expect(card.getByText(plan.price, { exact: true })).toBeVisible();
    await expect(card.locator('dd')).toHaveText([plan.timeline, plan.support]);
    const listBelow = (heading: string) =>
      card.locator(`div:has(> h3:text-is("${heading}"))`).getByRole('listitem');
    expect(await listBelow('Includes').count()).toBeGreaterThanOrEqual(5);
    await expect(listBelow('Includes').first()).toHaveText(plan.feature);
    await expect(listBelow('Limitations')).toHaveText(plan.limitations);
    await expect(card.getByRole('heading', { name: 'Limitations' })).toHaveCount(
      plan.limitations.length > 0 ? 1 : 0,
    );
    await expect(card.getByRole('link', { name: 'Request Quote' })).toHaveAttribute(
      'href',
      '/order',
    );
    await expect(card.getByText('Most Popular')).toHaveCount(plan.name === 'Professional' ? 1 : 0);
  }
  await expect(page.getByText('Most Popular', { exact: true })).toBeVisible();
});

const COMPARISON = [
  ['Feature', 'Basic', 'Professional', 'Enterprise'],
  ['Data & dashboards'],
  ['Data sources', 'Up to 3', 'Unlimited', 'Unlimited'],
  ['Visualisations', '5 custom charts', 'Unlimited', 'Unlimited'],
  ['Custom dashboard design', 'tick', 'tick', 'tick'],
  ['Mobile responsive', 'tick', 'tick', 'tick'],
  ['Data export', 'tick', 'tick', 'tick'],
  ['Real-time data processing', 'dash', 'tick', 'tick'],
  ['Integrations & platform'],
  ['Advanced integrations', 'dash', 'tick', 'tick'],
  ['API access', 'dash', 'tick', 'tick'],
  ['AI/ML', 'dash', 'dash', 'tick'],
  ['White-label', 'dash', 'dash', 'tick'],
  ['User management', 'Basic', 'Advanced', 'Enterprise'],
  ['Support & services'],
  ['Email support', 'tick', 'tick', 'tick'],
  ['Priority support', 'dash', 'tick', 'tick'],
  ['Dedicated project manager', 'dash', 'dash', 'tick'],
  ['On-site training', 'dash', 'dash', 'tick'],
  ['Custom SLA', 'dash', 'dash', 'tick'],
  ['Support period', '1 month', '3 months', '12 months'],
];

test('the comparison, the closing card and the offers @full', async ({ page, site }) => {
  await page.goto('/pricing');
  const table = page.getByRole('region', { name: 'Feature Comparison' }).getByRole('table');
  const rows = await table.locator('tr').evaluateAll((all) =>
    all.map((row) =>
      [...(row as HTMLTableRowElement).cells].map((cell) => {
        const icon = cell.querySelector('svg');
        if (!icon) return cell.textContent;
        if (cell.textContent === 'Included' && icon.matches('.lucide-check')) return 'tick';
        if (cell.textContent === 'Not included' && icon.matches('.lucide-minus')) return 'dash';
        return `a wrong picture for ${cell.textContent}`;
      }),
    ),
  );
  expect(rows).toEqual(COMPARISON);
  await expect(table.locator('tbody')).toHaveCount(3);
  const isBelow = await page.evaluate(() => {
    const plans = document.querySelector('section[aria-label="Plans"]');
    const comparison = document.querySelector('table');
    return comparison && plans && plans.compareDocumentPosition(comparison);
  });
  expect(isBelow).toBe(4);

  const closing = page.getByRole('region', { name: 'Ready to Get Started?' });
  await expect(closing.getByRole('link', { name: 'Schedule Discovery Call' })).toHaveAttribute(
    'href',
    '/contact',
  );
  await expect(closing.getByRole('link', { name: 'View FAQ' })).toHaveAttribute('href', '/faq');

  const text = await page.locator('script[type="application/ld+json"]').textContent();
  const [product] = JSON.parse(text ?? '');
  expect(product).toMatchObject({ '@type': 'Product', url: `${site.url}/pricing` });
  const offer = { '@type': 'Offer', priceCurrency: 'USD' };
  expect(product.offers).toMatchObject([
    { ...offer, name: 'Basic', price: 5000 },
    { ...offer, name: 'Professional', price: 15000 },
    { ...offer, name: 'Enterprise' },
  ]);
  expect(product.offers).toHaveLength(3);
  expect(product.offers[2].price).toBeUndefined();
});

test('the comparison shows all plans on a phone, with their names in sight @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/pricing');
  const table = page.getByRole('table', { name: 'Feature Comparison' });
  const last = table.getByRole('row').last();
  await last.scrollIntoViewIfNeeded();
  for (const name of ['Basic', 'Professional', 'Enterprise']) {
    await expect(table.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 });
  }
  await expect(last.getByRole('cell')).toHaveText(['1 month', '3 months', '12 months']);
  for (const cell of await last.getByRole('cell').all()) {
    await expect(cell).toBeInViewport({ ratio: 1 });
  }
});
