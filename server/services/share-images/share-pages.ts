import { COMPANY } from '#shared/company/values.ts';
import type { SharePage } from '#shared/routes.ts';
import type { ShareText } from '#server/documents/tasks.ts';

/** The pages that have their own image, by the name in its address. */
export const SHARE_PAGES: Readonly<Record<string, ShareText>> = {
  home: {
    eyebrow: `${COMPANY.location}, since ${COMPANY.founded}`,
    title: 'Custom-Built Software Solutions for Smarter Business Growth',
  },
  blog: { eyebrow: 'Blog', title: 'What we learn while building business software' },
  portfolio: { eyebrow: 'Portfolio', title: 'Projects, with what changed in figures' },
  pricing: { eyebrow: 'Pricing', title: 'Transparent Pricing' },
  faq: { eyebrow: 'FAQ', title: 'Frequently Asked Questions' },
  order: { eyebrow: 'Order', title: 'Start Your Project' },
  contact: { eyebrow: COMPANY.responsePromise, title: 'Get in Touch' },
  terms: { eyebrow: 'Legal', title: 'Terms of Service' },
  privacy: { eyebrow: 'Legal', title: 'Privacy Policy' },
} satisfies Record<SharePage, ShareText>;
