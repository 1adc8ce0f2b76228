import { StructuredData } from '#app/lib/trusted-html.tsx';
import { ClosingCard } from '#app/site/layout/closing-card.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { usePublicUrl } from '#app/site/lib/page-meta.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { PlanList } from './plan-list.tsx';
import { PRICING_TEXTS } from './plans.ts';
import { pricingData } from './pricing-data.ts';

export function PricingPage() {
  return (
    <>
      <StructuredData data={pricingData(usePublicUrl())} />
      <PageHeader
        title={PRICING_TEXTS.heading}
        intro={PRICING_TEXTS.intro}
        eyebrow={
          <p className="badge rounded-sm border-accent-2 text-accent-2">{PRICING_TEXTS.badge}</p>
        }
      />
      <PlanList />
      <ComparisonTable />
      <ClosingCard
        heading={PRICING_TEXTS.closingHeading}
        text={PRICING_TEXTS.closingText}
        primary={{ to: '/contact', label: 'Schedule Discovery Call' }}
        secondary={{ to: '/faq', label: 'View FAQ' }}
      />
    </>
  );
}
