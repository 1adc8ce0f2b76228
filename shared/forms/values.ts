import type { FieldErrors } from '#shared/common/errors.ts';

/** The fields of the order form before anything is entered: their names, and whether a field holds a text, several or a tick. */
export const EMPTY_ORDER_ENTRIES = {
  fullName: '',
  email: '',
  phone: '',
  company: '',
  serviceType: '',
  projectDescription: '',
  desiredFeatures: [] as string[],
  estimatedBudget: '',
  targetTimeline: '',
  requiredLanguages: [] as string[],
  termsAccepted: false,
};

export const EMPTY_MESSAGE_ENTRIES = { name: '', email: '', message: '' };

/** What stands in the order form, before anything is checked. */
export type OrderEntries = typeof EMPTY_ORDER_ENTRIES;

export type MessageEntries = typeof EMPTY_MESSAGE_ENTRIES;

/** A file of a form sent without JavaScript that is already stored and waits for the rest to be right. */
export type StoredFile = { path: string; name: string; size: number };

/** What a form page shows again when its entries were not accepted. */
export type RejectedForm<Entries> = {
  entries: Entries;
  errors: FieldErrors;
  /** Why sending failed though the entries are right. */
  failure: string | null;
  formKey: string | null;
  files: StoredFile[];
};

export const FORM_NAMES = {
  formKey: 'formKey',
  files: 'files',
  storedFile: 'storedFile',
  removeFile: 'removeFile',
  /** A field that people do not see; whoever fills it in is marked as suspect. */
  honeypot: 'homepage',
} as const;

export const ORDER_REFERENCE = /^V-[0-9A-HJKMNP-TV-Z]{8}$/;

/** The part of `FormData` and `URLSearchParams` that reading a form needs. */
export type FormFields = { getAll(name: string): unknown[] };

function stringsOf(fields: FormFields, name: string): string[] {
  return fields.getAll(name).filter((value) => typeof value === 'string');
}

export function textOf(fields: FormFields, name: string): string {
  return stringsOf(fields, name)[0] ?? '';
}

function readEntries<Entries extends object>(fields: FormFields, empty: Entries): Entries {
  const entries = Object.entries(empty).map(([name, value]: [string, unknown]) => {
    if (Array.isArray(value)) return [name, stringsOf(fields, name)];
    const text = textOf(fields, name);
    return [name, typeof value === 'boolean' ? text === 'true' : text];
  });
  return Object.fromEntries(entries) as Entries;
}

export function readOrderEntries(fields: FormFields): OrderEntries {
  return readEntries(fields, EMPTY_ORDER_ENTRIES);
}

export function readMessageEntries(fields: FormFields): MessageEntries {
  return readEntries(fields, EMPTY_MESSAGE_ENTRIES);
}

export type Issue = { path: readonly PropertyKey[]; message: string };

/** The first message of each field; what is wrong inside a list is said at the list. */
export function fieldErrorsOf(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) errors[String(path[0] ?? 'form')] ??= message;
  return errors;
}
