/** In characters. */
export const CLIENT_LIMITS = { name: 200 } as const;

export const CLIENT_MESSAGES = {
  name: 'Name is required',
  nameTooLong: 'Name must be at most 200 characters',
  websiteUrl: 'Enter a whole web address that starts with https:// or http://, or leave it empty',
  websiteUrlTooLong: 'Website must be at most 500 characters',
  isFeatured: 'Choose whether the client is featured',
  notFound: 'This client does not exist any more.',
  conflict: 'This client was changed by someone else in the meantime.',
  created: 'Client created successfully',
  updated: 'Client updated successfully',
  deleted: 'Client deleted successfully',
  restored: 'Client restored successfully',
  loadFailed: 'Failed to load clients',
  saveFailed: 'Failed to save client',
  deleteFailed: 'Failed to delete client',
  restoreFailed: 'Failed to restore client',
  deleteQuestion: 'Are you sure you want to delete this client?',
} as const;

/** What the form of a new client starts with. */
export const NEW_CLIENT = { name: '', logoUrl: '', websiteUrl: '', isFeatured: true };
