export const CLIENT_LIMITS = { name: 200 } as const;

export const NEW_CLIENT = { name: '', logoUrl: '', websiteUrl: '', isFeatured: true };
