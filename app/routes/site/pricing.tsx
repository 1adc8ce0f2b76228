import { metaOf } from '#app/site/lib/page-meta.ts';
import { PRICING_MESSAGES } from '#app/site/pricing/messages.ts';
import { PricingPage } from '#app/site/pricing/pricing-page.tsx';

export const meta = metaOf({ ...PRICING_MESSAGES, path: '/pricing' });

export default function PricingRoute() {
  return <PricingPage />;
}
