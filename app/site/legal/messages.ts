export const LEGAL_MESSAGES = {
  navigation: 'Policies',
  periods: 'What is stored, and for how long',
  lastUpdated: (date: string) => `Last updated: ${date}`,
  identity: 'Company details',
  identityLabels: {
    legalName: 'Registered name',
    address: 'Address',
    email: 'Email',
    phone: 'Phone',
    registerNumber: 'Register number',
    taxOffice: 'Tax office',
    taxNumber: 'Tax or VAT number',
    kepAddress: 'KEP address',
  },
} as const;

export const TERMS = {
  kind: 'terms',
  copy: 'page/terms',
  name: 'Terms of Service',
  path: '/terms-of-service',
} as const;

export const PRIVACY = {
  kind: 'privacy',
  copy: 'page/privacy',
  name: 'Privacy Policy',
  path: '/privacy-policy',
} as const;

export type LegalPage = typeof TERMS | typeof PRIVACY;

export const COMPANY_PATH = '/company';

/** True of every installation. */
export const COMPANY_PAGE_MESSAGES = {
  security: 'Security',
  encrypted: 'Connections to this website are encrypted (HTTPS).',
  securityFacts: [
    'Enquiries can be read by signed-in administrators only, with the rights of their role.',
    'Every access to contact data is recorded in an audit log. Each of its entries is chained to the one before, so that a later change is detected.',
    'Passwords are stored as bcrypt hashes. Passkeys and authenticator apps are supported, and sessions end after two hours at the latest.',
    'Attached files are checked by extension and content, and stored apart from the public website.',
    'The website loads nothing from third parties, and its content security policy denies foreign scripts.',
  ],
  dataProtection: 'Data protection',
  dataFacts: [
    'This website sets no cookies for visitors and uses no analytics service.',
    'Visitors can read, correct, download and erase their enquiry on its private page.',
    'Personal data is removed automatically at the end of its period.',
  ],
  document: (name: string, date: string) => `${name}, ${date}`,
} as const;
