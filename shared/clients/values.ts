/** In characters. */
export const CLIENT_LIMITS = { name: 200 } as const;

/** What the form of a new client starts with. */
export const NEW_CLIENT = { name: '', logoUrl: '', websiteUrl: '', isFeatured: true };
