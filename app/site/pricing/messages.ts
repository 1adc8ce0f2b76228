export const PLAN_MESSAGES = {
  list: 'Plans',
  examples: 'Typical projects',
  popular: 'Most Popular',
  duration: 'Timeline',
  support: 'Support',
  quote: 'Request Quote',
  features: 'Includes',
  limits: 'Limitations',
} as const;

export const COMPARISON_MESSAGES = {
  heading: 'Feature Comparison',
  feature: 'Feature',
  included: 'Included',
  notIncluded: 'Not included',
} as const;
