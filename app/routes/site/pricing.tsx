import { pageMeta, publicUrlOf } from '#app/site/lib/page-meta.ts';
import { PRICING_TEXTS } from '#app/site/pricing/plans.ts';
import { PRICING_DESCRIPTION, PRICING_PATH } from '#app/site/pricing/pricing-data.ts';
import { PricingPage } from '#app/site/pricing/pricing-page.tsx';
import { COMPANY } from '#shared/company/values.ts';
import type { Route } from './+types/pricing.ts';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: `${PRICING_TEXTS.heading} | ${COMPANY.name}`,
    description: PRICING_DESCRIPTION,
    keywords:
      'custom software pricing, dashboard development cost, software quote, business software',
    path: PRICING_PATH,
    publicUrl: publicUrlOf(matches),
    image: { path: '/share/page/pricing.png', alt: `${PRICING_TEXTS.heading}, ${COMPANY.name}` },
  });
}

export default function PricingRoute() {
  return <PricingPage />;
}
