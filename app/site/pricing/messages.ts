export const PRICING_MESSAGES = {
  heading: 'Transparent Pricing',
  badge: 'Final pricing is provided after a free discovery session',
  intro:
    'Three plans as a starting point. Your quote names the scope, the price and the date in writing.',
  description:
    'Three plans for custom dashboards and business software, from $5,000, with what each includes. The final price follows a free discovery session.',
  keywords:
    'custom software pricing, dashboard development cost, software quote, business software',
  product: 'Custom business software',
  closing: {
    heading: 'Ready to Get Started?',
    text: 'Describe your project in a free discovery call and receive a price that holds.',
    primary: { to: '/contact', label: 'Schedule Discovery Call' },
    secondary: { to: '/faq', label: 'View FAQ' },
  },
} as const;

export const PLAN_MESSAGES = {
  list: 'Plans',
  popular: 'Most Popular',
  timeline: 'Timeline',
  support: 'Support',
  quote: 'Request Quote',
  features: 'Includes',
  limitations: 'Limitations',
} as const;

export const COMPARISON_MESSAGES = {
  heading: 'Feature Comparison',
  feature: 'Feature',
  included: 'Included',
  notIncluded: 'Not included',
} as const;
