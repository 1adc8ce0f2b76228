import { ORDER_LABELS } from '#app/admin/leads/shared/messages.ts';

export const ORDER_SCREEN_MESSAGES = {
  title: 'Orders Management',
  dialogTitle: 'Order Details',
  customer: 'Customer',
  service: 'Service',
  budget: 'Budget',
  describe: (reference: string, name: string) => `order ${reference} of ${name}`,
  facts: ORDER_LABELS,
  version: (version: string) => `Version ${version}, `,
  description: 'Project Description',
  attachments: 'Attachments',
} as const;

export const ORDER_FILE_MESSAGES = {
  none: 'None',
  failed: 'Failed to open the file',
  tabRejected:
    'The browser did not open a new tab. Allow pop-up windows for this site, or download the file.',
  openingFile: (name: string) => `Opening ${name}...`,
  preview: 'Preview',
  download: 'Download',
  running: { preview: 'Opening...', download: 'Downloading...' },
  previewOf: (name: string) => `Preview ${name}`,
  previewInTab: (name: string) => `Preview ${name} in a new tab`,
  imageOf: (name: string) => `Preview of ${name}`,
  downloadOf: (name: string) => `Download ${name}`,
} as const;
