import type { BreadcrumbList, Offer, Product, WithContext } from 'schema-dts';
import { breadcrumbData, organizationData } from '#app/site/lib/structured-data.ts';
import { COMPANY } from '#shared/company/values.ts';
import { PLAN_CURRENCY, PLANS, type Plan, PRICING_TEXTS } from './plans.ts';

export const PRICING_PATH = '/pricing';

export const PRICING_DESCRIPTION =
  'Three plans for custom dashboards and business software, from $5,000, with what each includes. The final price follows a free discovery session.';

function offerData(plan: Plan, publicUrl: string): Exclude<Offer, string> {
  return {
    '@type': 'Offer',
    name: plan.name,
    description: `${plan.description} ${plan.priceText}, ${plan.timeline}, ${plan.support}.`,
    url: `${publicUrl}/order`,
    priceCurrency: PLAN_CURRENCY,
    availability: 'https://schema.org/InStock',
    // A starting price is a least price; individual pricing states none.
    ...(plan.priceFrom !== null && {
      price: plan.priceFrom,
      priceSpecification: {
        '@type': 'PriceSpecification' as const,
        minPrice: plan.priceFrom,
        priceCurrency: PLAN_CURRENCY,
      },
    }),
  };
}

/** Structured data with one offer per plan. */
export function pricingData(
  publicUrl: string,
): [WithContext<Product>, WithContext<BreadcrumbList>] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Custom business software',
      description: PRICING_DESCRIPTION,
      image: `${publicUrl}/share/page/pricing.png`,
      url: `${publicUrl}${PRICING_PATH}`,
      brand: { '@type': 'Brand', name: COMPANY.name },
      manufacturer: organizationData(publicUrl),
      offers: PLANS.map((plan) => offerData(plan, publicUrl)),
    },
    breadcrumbData(publicUrl, [{ name: PRICING_TEXTS.heading, path: PRICING_PATH }]),
  ];
}
