import { Building2, ChartColumn, Layers, type LucideIcon } from 'lucide-react';

export type Plan = {
  id: 'basic' | 'pro' | 'enterprise';
  name: string;
  description: string;
  icon: LucideIcon;
  priceText: string;
  /** In US dollars, for structured data; null for individual prices. */
  priceFrom: number | null;
  timeline: string;
  support: string;
  isPopular: boolean;
  features: readonly string[];
  limitations: readonly string[];
};

export type ComparisonValue = boolean | string;

export type ComparisonGroup = {
  name: string;
  rows: readonly [feature: string, ...values: ComparisonValue[]][];
};

export const PLAN_CURRENCY = 'USD';

export const PLANS: readonly Plan[] = [
  {
    id: 'basic',
    name: 'Basic',
    description: 'A first dashboard for one team, built from our templates with your own data.',
    icon: ChartColumn,
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
    icon: Layers,
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
    icon: Building2,
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
      ['Data sources', 'Up to 3', 'Unlimited', 'Unlimited'],
      ['Visualisations', '5 custom charts', 'Unlimited', 'Unlimited'],
      ['Custom dashboard design', true, true, true],
      ['Mobile responsive', true, true, true],
      ['Data export', true, true, true],
      ['Real-time data processing', false, true, true],
    ],
  },
  {
    name: 'Integrations & platform',
    rows: [
      ['Advanced integrations', false, true, true],
      ['API access', false, true, true],
      ['AI/ML', false, false, true],
      ['White-label', false, false, true],
      ['User management', 'Basic', 'Advanced', 'Enterprise'],
    ],
  },
  {
    name: 'Support & services',
    rows: [
      ['Email support', true, true, true],
      ['Priority support', false, true, true],
      ['Dedicated project manager', false, false, true],
      ['On-site training', false, false, true],
      ['Custom SLA', false, false, true],
      ['Support period', '1 month', '3 months', '12 months'],
    ],
  },
];
