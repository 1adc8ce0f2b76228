/** The sections of the home page that navigation leads to. */
export const SECTION_LINKS = [
  { to: '/#services', label: 'Services' },
  { to: '/#process', label: 'Process' },
  { to: '/#case-studies', label: 'Case Studies' },
  { to: '/#about', label: 'About' },
] as const;

export const PAGE_LINKS = [
  { to: '/portfolio', label: 'Portfolio' },
  { to: '/pricing', label: 'Pricing' },
] as const;

export const COMPANY_LINKS = [
  { to: '/blog', label: 'Blogs' },
  { to: '/faq', label: 'FAQ' },
] as const;
