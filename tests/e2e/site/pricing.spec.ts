import { expect, test } from '#tests/support/browser/e2e.ts';

test('plans and comparison, also on a phone @full', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/pricing');
  const names = ['Basic', 'Professional', 'Enterprise'];
  const cards = page.getByRole('region', { name: 'Plans' }).locator('li:has(> div > h2)');
  await expect(cards.locator('h2')).toHaveText(names);
  await expect(cards.locator('h2 svg')).toHaveCount(3);
  await expect(cards.filter({ hasText: 'Most Popular' }).locator('h2')).toHaveText('Professional');
  await expect(page.getByText('Most Popular', { exact: true })).toBeVisible();

  const table = page.getByRole('table', { name: 'Feature Comparison' });
  const icons = await table.locator('td:has(svg)').evaluateAll((cells) =>
    cells.map(({ textContent, firstElementChild }) => {
      const icon = firstElementChild?.closest('td')?.querySelector('svg');
      return `${textContent}: ${/lucide-(\w+)/.exec(icon?.getAttribute('class') ?? '')?.[1]}`;
    }),
  );
  const note = 'Included from standard templates: check';
  expect(new Set(icons)).toEqual(new Set([note, 'Included: check', 'Not included: minus']));
  await expect(table.locator('tbody')).toHaveCount(3);
  const last = table.getByRole('row').last();
  await last.scrollIntoViewIfNeeded();
  for (const name of names) {
    await expect(table.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 });
  }
  for (const cell of await last.getByRole('cell').all()) {
    await expect(cell).toBeInViewport({ ratio: 1 });
  }
});
