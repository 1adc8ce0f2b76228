export const LEGAL_MESSAGES = {
  navigation: 'Policies',
  periods: 'What is stored, and for how long',
  lastUpdated: (date: string) => `Last updated: ${date}`,
} as const;

export const TERMS = {
  kind: 'terms',
  heading: 'Terms of Service',
  path: '/terms-of-service',
  intro: (company: string) =>
    `How you and ${company} work together, from the first request to the support after the launch.`,
  keywords: 'terms of service, contract, custom software',
} as const;

export const PRIVACY = {
  kind: 'privacy',
  heading: 'Privacy Policy',
  path: '/privacy-policy',
  intro: () => 'What this website records about you, why, where it is kept and for how long.',
  keywords: 'privacy policy, personal data, KVKK, GDPR',
} as const;

export type LegalPage = typeof TERMS | typeof PRIVACY;
