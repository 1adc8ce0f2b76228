import type { ContentEntity } from './content.ts';

export const DATA_MESSAGES = {
  ownAccount: 'Security of your account',
  failed: 'Something went wrong. Please try again.',
  notReached: 'The server was not reached. Please check the connection.',
  conflictUnread:
    'Somebody else has changed this in the meantime, and the newer version could not be read. Nothing you have typed is lost: save again to compare.',
} as const;

export function contentMessages({ noun, shortName }: ContentEntity) {
  const subject = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  const heading = noun.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return {
    subject,
    label: `${heading}s`,
    newButton: `New ${shortName}`,
    createTitle: `Create New ${heading}`,
    createButton: `Create ${shortName}`,
    editTitle: `Edit ${heading}`,
    created: `${subject} created successfully`,
    updated: `${subject} updated successfully`,
    deleted: `${subject} deleted successfully`,
    restored: `${subject} restored successfully`,
    restoredAs: (slug = '') =>
      `${subject} restored successfully. Another one has its slug now, so it has a new one: ${slug}`,
    loadFailed: `Failed to load ${noun}s`,
    saveFailed: `Failed to save ${noun}`,
    deleteFailed: `Failed to delete ${noun}`,
    restoreFailed: `Failed to restore ${noun}`,
    bulkFailed: `Failed to change ${noun}s`,
    deleteTitle: `Delete ${noun}`,
    deleteQuestion: `Are you sure you want to delete this ${noun}?`,
    search: `Search ${noun}s`,
    current: `Current ${noun}s`,
    loading: `Loading ${noun}s...`,
    loadingOne: `Loading the ${noun}...`,
    empty: `No ${noun}s found`,
    emptyHint: 'Visitors see it as soon as it is published.',
    writeFirst: `Write the first ${noun}`,
  };
}
