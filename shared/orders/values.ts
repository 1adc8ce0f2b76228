import { emptyEntriesOf, type EntriesOf, type Fields, labelOf } from '#shared/forms/values.ts';

export const ORDER_SORTS = [
  '-created_at',
  'created_at',
  'full_name',
  '-full_name',
  'status',
  '-status',
] as const;

export const ORDER_REFERENCE = /^V-[0-9A-HJKMNP-TV-Z]{8}$/;

export function orderStatusLabel(status: string): string {
  return labelOf(ORDER_STATUSES, status);
}

export type OrderSort = (typeof ORDER_SORTS)[number];

export const SERVICE_TYPES = [
  'Shipment & Logistics Systems',
  'Invoicing & Finance Tools',
  'Business Dashboards',
  'Real Estate Applications',
  'Mapping & Location Apps',
  'Custom Business Applications',
] as const;

export const DESIRED_FEATURES = [
  'User Authentication',
  'Payment Integration',
  'Real-time Notifications',
  'Mobile Responsive Design',
  'API Integration',
  'Database Management',
  'File Upload/Management',
  'Multi-language Support',
  'Advanced Analytics',
  'Third-party Integrations',
] as const;

export const ESTIMATED_BUDGETS = [
  { value: 'under-5k', label: 'Under $5,000' },
  { value: '5k-15k', label: '$5,000 - $15,000' },
  { value: '15k-50k', label: '$15,000 - $50,000' },
  { value: 'over-50k', label: 'Over $50,000' },
] as const;

export const TARGET_TIMELINES = [
  { value: '30-days', label: '30 days' },
  { value: '60-days', label: '60 days' },
  { value: '90-days', label: '90 days' },
  { value: 'not-sure', label: 'Not sure yet' },
] as const;

export const REQUIRED_LANGUAGES = ['Arabic', 'English', 'Turkish', 'Multi-language'] as const;

export const ORDER_STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'new', label: 'New' },
  { value: 'in-progress', label: 'In Progress' },
  { value: 'completed', label: 'Completed' },
] as const;

export const ORDER_FIELDS = {
  fullName: { kind: 'text', min: 2, max: 200 },
  email: { kind: 'email' },
  phone: { kind: 'text', isOptional: true, max: 40 },
  company: { kind: 'text', isOptional: true, max: 200 },
  serviceType: { kind: 'choice', options: SERVICE_TYPES },
  projectDescription: { kind: 'text', min: 50, max: 10_000, isMultiline: true },
  desiredFeatures: { kind: 'choices', options: DESIRED_FEATURES },
  estimatedBudget: { kind: 'choice', options: ESTIMATED_BUDGETS },
  targetTimeline: { kind: 'choice', options: TARGET_TIMELINES },
  requiredLanguages: { kind: 'choices', options: REQUIRED_LANGUAGES },
  termsAccepted: { kind: 'tick' },
} as const satisfies Fields;

export type OrderEntries = EntriesOf<typeof ORDER_FIELDS>;

export const EMPTY_ORDER_ENTRIES = emptyEntriesOf(ORDER_FIELDS);

export const MAX_ORDER_FILES = 10;

export const MAX_ORDER_FILES_BYTES = 50 * 1024 * 1024;

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

export const ATTACHMENT_ACCEPT = '.pdf,.png,.jpg,.jpeg,.zip';

/** The accepted attachment types with their extensions; every name a browser may give a type is listed. */
export const ATTACHMENT_TYPES = [
  { mime: 'image/jpeg', aliases: ['image/jpg', 'image/pjpeg'], extensions: ['jpg', 'jpeg'] },
  { mime: 'image/png', aliases: [], extensions: ['png'] },
  { mime: 'application/pdf', aliases: ['application/x-pdf'], extensions: ['pdf'] },
  {
    mime: 'application/zip',
    aliases: ['application/x-zip-compressed', 'application/x-zip', 'multipart/x-zip'],
    extensions: ['zip'],
  },
] as const;

export function attachmentTypeOf(fileName: string): (typeof ATTACHMENT_TYPES)[number] | null {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase();
  return (
    ATTACHMENT_TYPES.find(({ extensions }) => extensions.some((known) => known === extension)) ??
    null
  );
}

export type OrderStatus = (typeof ORDER_STATUSES)[number]['value'];
