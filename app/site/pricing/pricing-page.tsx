import { ClosingCard } from '#app/site/layout/closing-card.tsx';
import { PageData } from '#app/site/layout/page-data.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { PLAN_MESSAGES, PRICING_MESSAGES } from './messages.ts';
import type { Offer, Product } from 'schema-dts';
import { type Site, SITE_IMAGE } from '#app/site/lib/page-meta.ts';
import { organizationData } from '#app/site/lib/structured-data.ts';
import { type Plan, PLAN_CURRENCY, PLANS } from './plans.ts';
import { Check, type LucideIcon, Minus } from 'lucide-react';
import { SiteLink } from '#app/site/layout/site-link.tsx';

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

export function pricingData(site: Site): Product {
  const { publicUrl, company } = site;
  return {
    '@type': 'Product',
    name: PRICING_MESSAGES.product,
    description: PRICING_MESSAGES.description,
    image: `${publicUrl}${SITE_IMAGE.url}`,
    brand: { '@type': 'Brand', name: company.name },
    manufacturer: organizationData(site),
    offers: PLANS.map((plan) => offerData(plan, publicUrl)),
  };
}

function PlanList() {
  return (
    <section aria-label={PLAN_MESSAGES.list} className="content-width mt-12 lg:mt-20">
      <ul className="grid gap-8 lg:grid-cols-3 lg:grid-rows-[repeat(5,auto)] lg:gap-0 lg:rounded lg:border lg:border-line lg:bg-surface-raised">
        {PLANS.map((plan) => (
          <PlanColumn key={plan.id} plan={plan} />
        ))}
      </ul>
    </section>
  );
}

function PlanColumn({ plan }: { plan: Plan }) {
  const Icon = plan.icon;
  const headingId = `plan-${plan.id}`;
  return (
    <li
      className={`relative grid gap-y-6 p-6 max-lg:card sm:p-8 lg:row-span-5 lg:grid-rows-subgrid ${
        plan.isPopular
          ? 'rounded border-2 border-accent bg-emphasis max-lg:border-accent max-lg:bg-emphasis lg:-my-6 lg:py-13.5'
          : ''
      }`}
    >
      {plan.isPopular && (
        <p className="absolute top-0 left-6 -translate-y-1/2 rounded-full bg-accent px-3 py-0.5 text-sm font-semibold text-accent-ink print:text-ink sm:left-8">
          {PLAN_MESSAGES.popular}
        </p>
      )}
      <div className="grid content-start gap-2">
        <h2 id={headingId} className="flex items-center gap-3 text-2xl">
          <Icon aria-hidden strokeWidth={1.5} className="size-7 text-accent-2" />
          {plan.name}
        </h2>
        <p className="text-ink-muted">{plan.description}</p>
      </div>
      <div className="border-t border-line pt-5">
        <p className="font-display text-xl font-semibold tabular-nums">{plan.priceText}</p>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <dt className="text-ink-muted">{PLAN_MESSAGES.timeline}</dt>
          <dd>{plan.timeline}</dd>
          <dt className="text-ink-muted">{PLAN_MESSAGES.support}</dt>
          <dd>{plan.support}</dd>
        </dl>
      </div>
      <SiteLink
        to="/order"
        prefetch="intent"
        aria-describedby={headingId}
        className={`button self-start ${plan.isPopular ? 'button-primary' : 'button-secondary'}`}
      >
        {PLAN_MESSAGES.quote}
      </SiteLink>
      <PlanPoints of={plan} kind="features" icon={Check} iconClass="text-ok" />
      {plan.limitations.length > 0 && (
        <PlanPoints of={plan} kind="limitations" icon={Minus} iconClass="text-ink-muted" />
      )}
    </li>
  );
}

type PointsProps = {
  of: Plan;
  kind: 'features' | 'limitations';
  icon: LucideIcon;
  iconClass: string;
};

function PlanPoints({ of, kind, icon: Icon, iconClass }: PointsProps) {
  return (
    <div className="border-t border-line pt-5">
      <h3 className="font-sans text-sm font-semibold text-ink-muted">{PLAN_MESSAGES[kind]}</h3>
      <ul className="mt-3 grid gap-2">
        {of[kind].map((point) => (
          <li key={point} className="flex gap-2.5">
            <Icon aria-hidden className={`mt-1 size-4.5 shrink-0 ${iconClass}`} />
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}
