import { StructuredData } from '#app/lib/trusted-html.tsx';
import { ClosingCard } from '#app/site/layout/closing-card.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { usePublicUrl } from '#app/site/lib/page-meta.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { PRICING_MESSAGES } from './messages.ts';
import { PlanList } from './plan-list.tsx';
import { pricingData } from './pricing-data.ts';

export function PricingPage() {
  return (
    <>
      <StructuredData data={pricingData(usePublicUrl())} />
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
