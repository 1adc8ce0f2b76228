import { emptyEntriesOf, type EntriesOf, type Fields, labelOf } from '#shared/forms/values.ts';

export const ORDER_SORTS = [
  '-created_at',
  'created_at',
  'full_name',
  '-full_name',
  'status',
  '-status',
] as const;

/** With the prefix of any time. */
export const ORDER_REFERENCE = /^[A-Z0-9]{1,4}-[0-9A-HJKMNP-TV-Z]{8}$/;

export function orderStatusLabel(status: string): string {
  return labelOf(ORDER_STATUSES, status);
}

export type OrderSort = (typeof ORDER_SORTS)[number];

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
  serviceType: { kind: 'choice', list: 'services' },
  projectDescription: { kind: 'text', min: 50, max: 10_000, isMultiline: true },
  desiredFeatures: { kind: 'choices', list: 'features' },
  estimatedBudget: { kind: 'choice', list: 'budgets' },
  targetTimeline: { kind: 'choice', list: 'timelines' },
  requiredLanguages: { kind: 'choices', list: 'languages' },
  termsAccepted: { kind: 'tick' },
} as const satisfies Fields;

export type StoredOption = { value: string; label: string; isArchived: boolean };

/** Choices of the order form, by the lists of `ORDER_FIELDS`. */
export type OrderOptions = Record<
  'services' | 'features' | 'budgets' | 'timelines' | 'languages',
  readonly StoredOption[]
>;

export const NO_ORDER_OPTIONS: OrderOptions = {
  services: [],
  features: [],
  budgets: [],
  timelines: [],
  languages: [],
};

/** Archived options are not offered; existing enquiries keep them. */
export function listOpen(options: readonly StoredOption[]): StoredOption[] {
  return options.filter(({ isArchived }) => !isArchived);
}

/** Without archived options. */
export function listOffered(options: OrderOptions): OrderOptions {
  const lists = Object.keys(NO_ORDER_OPTIONS) as (keyof OrderOptions)[];
  const open = lists.map((list) => [list, listOpen(options[list])]);
  return Object.fromEntries(open) as OrderOptions;
}

/** Adds the options to the fields that choose from them. */
export function withOptions(options: OrderOptions): typeof ORDER_FIELDS {
  const fields = Object.entries(ORDER_FIELDS).map(([name, field]) => [
    name,
    'list' in field ? { ...field, options: options[field.list] } : field,
  ]);
  return Object.fromEntries(fields) as typeof ORDER_FIELDS;
}

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
