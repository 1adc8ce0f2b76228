import { ClosingCard } from '#app/site/layout/closing-card.tsx';
import { PageData } from '#app/site/layout/page-data.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { PRICING_MESSAGES } from './messages.ts';
import { PlanList } from './plan-list.tsx';
import { pricingData } from './pricing-data.ts';

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
