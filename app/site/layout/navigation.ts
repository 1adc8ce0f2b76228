import type { SiteUrl } from '#shared/routes.ts';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';

type NavigationLink = { to: SiteUrl; label: string };

export const SECTION_LINKS = [
  { to: '/#services', label: 'Services' },
  { to: '/#process', label: 'Process' },
  { to: '/#case-studies', label: 'Case Studies' },
  { to: '/#about', label: 'About' },
] as const satisfies readonly NavigationLink[];

export const PAGE_LINKS = [
  { to: '/portfolio', label: 'Portfolio' },
  { to: '/pricing', label: 'Pricing' },
] as const satisfies readonly NavigationLink[];

export const COMPANY_LINKS = [
  { to: '/blog', label: 'Blogs' },
  { to: '/faq', label: 'FAQ' },
] as const satisfies readonly NavigationLink[];

export const CONTACT_LINK = { to: '/contact', label: LAYOUT_MESSAGES.contactUs } as const;

export const ADMIN_LINK = { to: '/admin', label: LAYOUT_MESSAGES.admin } as const;
