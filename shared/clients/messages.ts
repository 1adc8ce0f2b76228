export const CLIENT_MESSAGES = {
  name: 'Name is required',
  nameTooLong: 'Name must be at most 200 characters',
  websiteUrl: 'Enter a whole web address that starts with https:// or http://, or leave it empty',
  websiteUrlTooLong: 'Website must be at most 500 characters',
  isFeatured: 'Choose whether the client is featured',
  notFound: 'This client does not exist any more.',
  conflict: 'This client was changed by someone else in the meantime.',
} as const;

export const CLIENT_LABELS = {
  name: 'Name',
  logoUrl: 'Logo',
  websiteUrl: 'Website (optional)',
  isFeatured: 'Featured',
};

export const CLIENT_SCREEN_MESSAGES = {
  website: 'Website',
  websiteHint: 'For your team. Pages do not show it.',
  websiteOf: (name: string) => `Website of ${name}`,
  logoOf: (name: string) => `Logo of ${name}`,
} as const;
