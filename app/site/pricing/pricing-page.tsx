import {
  Building2,
  ChartColumn,
  Check,
  Code,
  Layers,
  type LucideIcon,
  Minus,
  Rocket,
  Settings,
  Smartphone,
  Users,
} from 'lucide-react';
import { Fragment } from 'react';
import type { Offer, Product } from 'schema-dts';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { ClosingCard } from '#app/site/layout/closing-card.tsx';
import { PageData } from '#app/site/layout/page-data.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { absoluteUrl, getSiteImage, type Site } from '#app/site/lib/page-meta.ts';
import { fillLasting, type PageCopy, useCopy } from '#app/site/lib/page-copy.ts';
import { organizationData } from '#app/site/lib/structured-data.ts';
import type { PlanIcon } from '#shared/site-content/plans.ts';
import type { Pricing, ShownPlan } from '#shared/site-content/pricing.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { PLAN_MESSAGES } from './messages.ts';

type Props = { copy: PageCopy<'page/pricing'>; pricing: Pricing };

export function PricingPage({ copy, pricing }: Props) {
  const { settings } = useSiteSettings();
  const { heading, lead, badge, ...closing } = useCopy(copy);
  const { description } = fillLasting(copy, settings);
  return (
    <>
      <PageData
        steps={[{ name: heading, path: '/pricing' }]}
        subject={(site) => pricingData(pricing, description, site)}
      />
      <PageHeader
        title={heading}
        intro={lead}
        eyebrow={badge && <p className="badge rounded-sm border-accent-2 text-accent-2">{badge}</p>}
      />
      <PlanList pricing={pricing} />
      <ComparisonTable pricing={pricing} />
      <ClosingCard copy={closing} links={['/contact', '/faq']} />
    </>
  );
}

function offerData(plan: ShownPlan, currency: string, publicUrl: string): Exclude<Offer, string> {
  const facts = [plan.priceText, plan.duration, plan.support].filter(Boolean).join(', ');
  return {
    '@type': 'Offer',
    name: plan.name,
    description: [plan.description, facts && `${facts}.`].filter(Boolean).join(' '),
    url: `${publicUrl}/order`,
    priceCurrency: currency,
    availability: 'https://schema.org/InStock',
    // A starting price is a least price; individual pricing states none.
    ...(plan.priceFrom !== null && {
      price: plan.priceFrom,
      priceSpecification: {
        '@type': 'PriceSpecification' as const,
        price: plan.priceFrom,
        minPrice: plan.priceFrom,
        priceCurrency: currency,
      },
    }),
  };
}

export function pricingData(
  { plans, product, currency }: Pricing,
  description: string | undefined,
  site: Site,
): Product {
  const { publicUrl, company } = site;
  return {
    '@type': 'Product',
    name: product || company.name,
    ...(description && { description }),
    image: absoluteUrl(publicUrl, getSiteImage(company).url),
    brand: { '@type': 'Brand', name: company.name },
    manufacturer: organizationData(site),
    offers: plans.map((plan) => offerData(plan, currency, publicUrl)),
  };
}

const COLUMNS = ['', '', 'lg:grid-cols-2', 'lg:grid-cols-3', 'lg:grid-cols-4'];

function PlanList({ pricing: { isExamples, plans } }: { pricing: Pricing }) {
  return (
    <section
      aria-label={isExamples ? PLAN_MESSAGES.examples : PLAN_MESSAGES.list}
      className="content-width mt-12 lg:mt-20"
    >
      {isExamples && <h2 className="mb-8 text-3xl">{PLAN_MESSAGES.examples}</h2>}
      <ul
        className={`grid gap-8 lg:grid-rows-[repeat(5,auto)] lg:gap-0 lg:rounded lg:border lg:border-line lg:bg-surface-raised ${COLUMNS[plans.length]}`}
      >
        {plans.map((plan, index) => (
          <PlanColumn
            key={plan.name}
            {...{ plan, index }}
            isExample={isExamples}
            isNarrow={plans.length > 3}
          />
        ))}
      </ul>
    </section>
  );
}

const ICONS: Record<PlanIcon, LucideIcon> = {
  chart: ChartColumn,
  layers: Layers,
  building: Building2,
  code: Code,
  phone: Smartphone,
  gear: Settings,
  rocket: Rocket,
  people: Users,
};

type PlanProps = { plan: ShownPlan; index: number; isExample: boolean; isNarrow: boolean };

function PlanColumn({ plan, index, isExample, isNarrow }: PlanProps) {
  const Icon = ICONS[plan.icon];
  const Name = isExample ? 'h3' : 'h2';
  const headingId = `plan-${index}`;
  const facts = (['duration', 'support'] as const).filter((name) => plan[name]);
  return (
    <li
      className={`relative grid gap-y-6 p-6 max-lg:card sm:p-8 lg:row-span-5 lg:grid-rows-subgrid ${isNarrow ? 'lg:px-6' : ''} ${
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
        <Name
          id={headingId}
          className={`flex items-center gap-3 ${isNarrow ? 'text-xl' : 'text-2xl'}`}
        >
          <Icon aria-hidden strokeWidth={1.5} className="size-7 shrink-0 text-accent-2" />
          {plan.name}
        </Name>
        {plan.description && <p className="text-ink-muted">{plan.description}</p>}
      </div>
      <div className="border-t border-line pt-5">
        <p className="font-display text-xl font-semibold tabular-nums">{plan.priceText}</p>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          {facts.map((name) => (
            <Fragment key={name}>
              <dt className="text-ink-muted">{PLAN_MESSAGES[name]}</dt>
              <dd>{plan[name]}</dd>
            </Fragment>
          ))}
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
      <PlanPoints of={plan} kind="limits" icon={Minus} iconClass="text-ink-muted" />
    </li>
  );
}

type PointsProps = {
  of: ShownPlan;
  kind: 'features' | 'limits';
  icon: LucideIcon;
  iconClass: string;
};

function PlanPoints({ of, kind, icon: Icon, iconClass }: PointsProps) {
  if (of[kind].length === 0) return null;
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
