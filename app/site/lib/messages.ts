import type { MenuLabel } from '#shared/site-settings/schema.ts';

export const LAYOUT_MESSAGES = {
  skip: 'Skip to content',
  loading: 'Loading',
  loadingHome: 'Loading the home page',
  navigation: 'Main',
  menu: 'Menu',
  home: (name: string) => `${name}, home`,
  call: (phone: string) => `Call ${phone}`,
  whatsapp: 'WhatsApp',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  companyFacts: 'Company',
  noImage: 'No image',
  tryAgain: 'Try again',
  returnHome: 'Return to Home',
  newTab: ' (opens in a new tab)',
} as const;

/** Labels of entries that the owner has not named. */
export const MENU_LABELS: Record<MenuLabel | 'admin', string> = {
  services: 'Services',
  process: 'Process',
  caseStudies: 'Case Studies',
  about: 'About',
  portfolio: 'Portfolio',
  pricing: 'Pricing',
  blog: 'Blogs',
  faq: 'FAQ',
  company: 'Company',
  contact: 'Contact',
  contactUs: 'Contact Us',
  order: 'Order Now',
  admin: 'Admin',
};
