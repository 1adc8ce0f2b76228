/** The version of the terms that is stored with an order when it is accepted. */
export const TERMS_VERSION = '2025-01';

export const POLICIES_LAST_UPDATED = 'January 2025';
