import { ClosingCard } from '#app/site/layout/closing-card.tsx';
import { PageData } from '#app/site/layout/page-data.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { PRICING_MESSAGES } from './messages.ts';
import { PlanList } from './plan-list.tsx';
import type { Offer, Product } from 'schema-dts';
import { SITE_IMAGE } from '#app/site/lib/page-meta.ts';
import { organizationData } from '#app/site/lib/structured-data.ts';
import { COMPANY } from '#shared/company/values.ts';
import { type Plan, PLAN_CURRENCY, PLANS } from './plans.ts';

export function PricingPage() {
  return (
    <>
      <PageData
        steps={[{ name: PRICING_MESSAGES.heading, path: '/pricing' }]}
        subject={pricingData}
      />
      <PageHeader
        title={PRICING_MESSAGES.heading}
        intro={PRICING_MESSAGES.intro}
        eyebrow={
          <p className="badge rounded-sm border-accent-2 text-accent-2">{PRICING_MESSAGES.badge}</p>
        }
      />
      <PlanList />
      <ComparisonTable />
      <ClosingCard {...PRICING_MESSAGES.closing} />
    </>
  );
}

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
        price: plan.priceFrom,
        minPrice: plan.priceFrom,
        priceCurrency: PLAN_CURRENCY,
      },
    }),
  };
}

export function pricingData(publicUrl: string): Product {
  return {
    '@type': 'Product',
    name: PRICING_MESSAGES.product,
    description: PRICING_MESSAGES.description,
    image: `${publicUrl}${SITE_IMAGE.url}`,
    brand: { '@type': 'Brand', name: COMPANY.name },
    manufacturer: organizationData(publicUrl),
    offers: PLANS.map((plan) => offerData(plan, publicUrl)),
  };
}
