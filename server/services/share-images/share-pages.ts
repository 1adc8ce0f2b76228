import { COMPANY } from '#shared/company/values.ts';
import { formatLastingWithin, formatResponse } from '#shared/office-hours/sentences.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import type { SharePage } from '#shared/routes.ts';
import type { ShareText } from '#server/documents/tasks.ts';

const SHARE_PAGES = {
  home: {
    eyebrow: `${COMPANY.location}, since ${COMPANY.founded}`,
    title: 'Custom-Built Software Solutions for Smarter Business Growth',
  },
  blog: { eyebrow: 'Blog', title: 'What we learn while building business software' },
  portfolio: { eyebrow: 'Portfolio', title: 'Projects, with what changed in figures' },
  pricing: { eyebrow: 'Pricing', title: 'Transparent Pricing' },
  faq: { eyebrow: 'FAQ', title: 'Frequently Asked Questions' },
  order: { eyebrow: 'Order', title: 'Start Your Project' },
  // The response time is the eyebrow of this image.
  contact: { eyebrow: null, title: 'Get in Touch' },
  terms: { eyebrow: 'Legal', title: 'Terms of Service' },
  privacy: { eyebrow: 'Legal', title: 'Privacy Policy' },
} satisfies Record<SharePage, Omit<ShareText, 'eyebrow'> & { eyebrow: string | null }>;

/** The text on a page's own image, by the name in its address; null when the page has none. */
export function findSharePage(name: string, hours: OfficeHours): ShareText | null {
  if (!Object.hasOwn(SHARE_PAGES, name)) return null;
  const { eyebrow, title } = SHARE_PAGES[name as SharePage];
  return { eyebrow: eyebrow ?? formatResponse(formatLastingWithin(hours)), title };
}
