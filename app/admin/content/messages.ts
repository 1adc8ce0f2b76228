import { formatCount } from '#app/admin/ui/format-count.ts';

export const CONTENT_MESSAGES = {
  status: 'Status',
  show: 'Show',
  allStatuses: 'All Status',
  example: 'Example',
  deleted: 'Deleted',
  created: 'Created',
  actions: 'Actions',
  notAvailable: 'N/A',
  view: 'View',
  preview: 'Preview',
  edit: 'Edit',
  delete: 'Delete',
  restore: 'Restore',
  save: 'Save changes',
  openPage: 'Open the public page',
  website: 'Website',
  websiteOf: (name: string) => `Website of ${name}`,
  actionOn: (action: string, subject: string) => `${action} ${subject}`,
  previewOf: (name: string) => `Preview: ${name}`,
  draftHint: 'A draft is seen by administrators only.',
  afterDeletion: ' leaves the site at once. It can be restored for 30 days.',
} as const;

const ALL =
  'Everything that matches the search and the filters is changed, also what is not shown yet. It can be undone afterwards.';

export const CONTENT_BULK_MESSAGES = {
  published: bulkMessages({ publish: 'Publish', unpublish: 'Unpublish' }, [
    'published',
    'unpublished',
  ]),
  featured: bulkMessages({ publish: 'Feature', unpublish: 'Stop featuring' }, [
    'featured',
    'no longer featured',
  ]),
} as const;

function bulkMessages(
  labels: { publish: string; unpublish: string },
  [published, unpublished]: [string, string],
) {
  const count = (what: string) => (number: number) => `${formatCount(number)} ${what}`;
  return {
    actions: { ...labels, delete: 'Delete', restore: 'Restore' },
    done: {
      publish: count(published),
      unpublish: count(unpublished),
      delete: count('deleted'),
      restore: count('restored'),
    },
    question: (action: string, number: number, records: string) => ({
      title: `${action} ${formatCount(number)} ${records}?`,
      text:
        action === 'Delete'
          ? 'They leave the site at once. They can be restored for 30 days.'
          : ALL,
      confirmLabel: `${action} ${formatCount(number)}`,
    }),
  };
}
