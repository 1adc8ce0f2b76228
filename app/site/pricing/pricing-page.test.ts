import { expect, it } from 'vitest';
import { toPricing } from '#shared/site-content/pricing.ts';
import { SAMPLE_COMPANY, SAMPLE_CONTENT } from '#tests/support/samples/sample-company.ts';
import { pricingData } from './pricing-page.tsx';

const SITE = { publicUrl: 'https://site.example', company: SAMPLE_COMPANY };

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
