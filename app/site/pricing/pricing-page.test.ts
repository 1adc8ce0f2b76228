import { expect, it } from 'vitest';
import { toPricing } from '#shared/site-content/pricing.ts';
import { SAMPLE_CONTENT, SAMPLE_SETTINGS } from '#tests/support/samples/sample-company.ts';
import { toSite } from '#app/site/lib/page-meta.ts';
import { pricingData } from './pricing-page.tsx';

const SITE = toSite('https://site.example', SAMPLE_SETTINGS);

it('lists each plan as an offer in the currency, without a price where it has none', () => {
  const product = pricingData(toPricing(SAMPLE_CONTENT.plans), 'Three plans', SITE);
  expect(product).toMatchObject({
    '@type': 'Product',
    offers: [
      { name: 'Basic', price: 5_000, priceCurrency: 'USD' },
      { name: 'Professional', price: 15_000, priceCurrency: 'USD' },
      { name: 'Enterprise', priceCurrency: 'USD' },
    ],
  });
  expect(product).toHaveProperty('offers.0.priceSpecification');
  expect(product).not.toHaveProperty('offers.2.price');
  expect(product).not.toHaveProperty('offers.2.priceSpecification');
});
