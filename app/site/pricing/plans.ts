export type PlanId = 'basic' | 'pro' | 'enterprise';

export type PlanIcon = 'chart' | 'layers' | 'building';

export type Plan = {
  id: PlanId;
  name: string;
  description: string;
  icon: PlanIcon;
  priceText: string;
  /** In US dollars, for structured data; null when the price is individual. */
  priceFrom: number | null;
  timeline: string;
  support: string;
  isPopular: boolean;
  features: readonly string[];
  limitations: readonly string[];
};

export type ComparisonValue = boolean | string;

export type ComparisonRow = { name: string } & Record<PlanId, ComparisonValue>;

export type ComparisonGroup = { name: string; rows: readonly ComparisonRow[] };

export const PLAN_CURRENCY = 'USD';

export const PLANS: readonly Plan[] = [
  {
    id: 'basic',
    name: 'Basic',
    description: 'A first dashboard for one team, built from our templates with your own data.',
    icon: 'chart',
    priceText: 'Starting at $5,000',
    priceFrom: 5_000,
    timeline: '3-4 weeks',
    support: '1-month support',
    isPopular: false,
    features: [
      'Dashboard arranged for your figures',
      'Works on phone, tablet and desktop',
      'Data export',
      'Basic user management',
      'Email support',
    ],
    limitations: [
      'Up to 3 data sources',
      '5 custom charts',
      'Standard templates only',
      'No advanced integrations',
    ],
  },
  {
    id: 'pro',
    name: 'Professional',
    description: 'An application for several teams, connected to the systems you already use.',
    icon: 'layers',
    priceText: 'Starting at $15,000',
    priceFrom: 15_000,
    timeline: '6-8 weeks',
    support: '3-month support',
    isPopular: true,
    features: [
      'Unlimited data sources',
      'Unlimited visualisations',
      'Custom dashboard design',
      'Real-time data processing',
      'Advanced integrations and API access',
      'Advanced user management',
      'Priority support',
    ],
    limitations: ['No AI/ML functions', 'No white-label version', 'No dedicated project manager'],
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    description: 'A platform for the whole company, with a team and service levels of your own.',
    icon: 'building',
    priceText: 'Custom pricing',
    priceFrom: null,
    timeline: 'Flexible timeline',
    support: '12-month support',
    isPopular: false,
    features: [
      'Everything in Professional',
      'AI/ML functions on your own data',
      'White-label version',
      'Enterprise user management',
      'Dedicated project manager',
      'On-site training',
      'Custom SLA',
    ],
    limitations: [],
  },
];

export const COMPARISON_GROUPS: readonly ComparisonGroup[] = [
  {
    name: 'Data & dashboards',
    rows: [
      { name: 'Data sources', basic: 'Up to 3', pro: 'Unlimited', enterprise: 'Unlimited' },
      {
        name: 'Visualisations',
        basic: '5 custom charts',
        pro: 'Unlimited',
        enterprise: 'Unlimited',
      },
      { name: 'Custom dashboard design', basic: true, pro: true, enterprise: true },
      { name: 'Mobile responsive', basic: true, pro: true, enterprise: true },
      { name: 'Data export', basic: true, pro: true, enterprise: true },
      { name: 'Real-time data processing', basic: false, pro: true, enterprise: true },
    ],
  },
  {
    name: 'Integrations & platform',
    rows: [
      { name: 'Advanced integrations', basic: false, pro: true, enterprise: true },
      { name: 'API access', basic: false, pro: true, enterprise: true },
      { name: 'AI/ML', basic: false, pro: false, enterprise: true },
      { name: 'White-label', basic: false, pro: false, enterprise: true },
      { name: 'User management', basic: 'Basic', pro: 'Advanced', enterprise: 'Enterprise' },
    ],
  },
  {
    name: 'Support & services',
    rows: [
      { name: 'Email support', basic: true, pro: true, enterprise: true },
      { name: 'Priority support', basic: false, pro: true, enterprise: true },
      { name: 'Dedicated project manager', basic: false, pro: false, enterprise: true },
      { name: 'On-site training', basic: false, pro: false, enterprise: true },
      { name: 'Custom SLA', basic: false, pro: false, enterprise: true },
      { name: 'Support period', basic: '1 month', pro: '3 months', enterprise: '12 months' },
    ],
  },
];
