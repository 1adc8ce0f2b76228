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
