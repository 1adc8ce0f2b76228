import { pageMeta, publicUrlOf } from '#app/site/lib/page-meta.ts';
import { PRICING_MESSAGES } from '#app/site/pricing/messages.ts';
import { PricingPage } from '#app/site/pricing/pricing-page.tsx';
import { COMPANY } from '#shared/company/values.ts';
import type { Route } from './+types/pricing.ts';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: `${PRICING_MESSAGES.heading} | ${COMPANY.name}`,
    description: PRICING_MESSAGES.description,
    keywords: PRICING_MESSAGES.keywords,
    path: '/pricing',
    publicUrl: publicUrlOf(matches),
    image: { path: '/share/page/pricing.png', alt: `${PRICING_MESSAGES.heading}, ${COMPANY.name}` },
  });
}

export default function PricingRoute() {
  return <PricingPage />;
}
