export const BRAND_MESSAGES = {
  noLogo: 'Upload a logo first.',
} as const;
