export const CLIENT_LABELS = {
  name: 'Name',
  logoUrl: 'Logo',
  websiteUrl: 'Website (optional)',
  isFeatured: 'Featured',
};

export const CLIENT_MESSAGES = {
  website: 'Website',
  websiteOf: (name: string) => `Website of ${name}`,
  logoOf: (name: string) => `Logo of ${name}`,
} as const;
