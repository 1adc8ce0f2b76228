import type { SetupCard } from '#shared/setup/admin-schema.ts';

export const SETUP_CARD_LABELS: Record<SetupCard, { label: string; text: string }> = {
  company: { label: 'Company', text: 'Name, address, phone and what you do.' },
  brand: { label: 'Brand', text: 'Your logo, color and typefaces.' },
  offer: { label: 'Offer', text: 'The services you provide, and how you work.' },
  prices: { label: 'Prices', text: 'Plans, typical projects, or no prices.' },
  proof: { label: 'Proof', text: 'Clients, quotes and projects.' },
  live: { label: 'Go live', text: 'What the site still needs before visitors come.' },
};

/** Further screens that belong to a card. */
export const SETUP_CARD_LINKS: Partial<Record<SetupCard, { to: string; label: string }[]>> = {
  brand: [{ to: '/admin/settings?tab=logos', label: 'Logos' }],
  offer: [
    { to: '/admin/offer/order-options', label: 'Order options' },
    { to: '/admin/offer/project-categories', label: 'Project categories' },
    { to: '/admin/pages', label: 'Texts of the pages' },
  ],
  proof: [
    { to: '/admin/offer/proof', label: 'Numbers and stories' },
    { to: '/admin/testimonials', label: 'Testimonials' },
    { to: '/admin/projects', label: 'Projects' },
  ],
};

export const SETUP_MESSAGES = {
  title: 'Set up your site',
  loading: 'Loading...',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  next: (card: string) => `Next: ${card}`,
  done: 'Done',
  open: 'Open',
  goLive: 'Go live',
  now: (detail: string) => `Now: ${detail}`,
  last: 'Last:',
  fix: 'Open',
  fixOf: (label: string) => `: ${label}`,
  setting: (name: string) => `Setting: ${name}`,
  examples: 'Examples',
  examplesText:
    'The site still shows parts of a sample company. Parts that you have saved yourself stay.',
  remove: 'Remove all examples',
  removeQuestion: {
    title: 'Remove all examples?',
    text: 'Visitors no longer see the sample company. Sample posts, projects and other records can be restored for 30 days, its texts cannot.',
    confirmLabel: 'Remove examples',
  },
  removed: 'All examples are removed.',
  removeFailed: "The examples couldn't be removed. Please try again.",
  more: 'Go-live list and examples',
  dismiss: 'Hide from the dashboard',
  show: 'Show on the dashboard',
  changeFailed: "This couldn't be saved. Please try again.",
} as const;
