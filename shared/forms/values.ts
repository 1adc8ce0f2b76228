import type { FieldErrors } from '#shared/common/errors.ts';

/** What stands in the order form, before anything is checked. */
export type OrderEntries = {
  fullName: string;
  email: string;
  phone: string;
  company: string;
  serviceType: string;
  projectDescription: string;
  desiredFeatures: string[];
  estimatedBudget: string;
  targetTimeline: string;
  requiredLanguages: string[];
  termsAccepted: boolean;
};

export type MessageEntries = { name: string; email: string; message: string };

/** A file of a form sent without JavaScript that is already stored and waits for the rest to be right. */
export type StoredFile = { path: string; name: string; size: number };

/** What a form page shows again when its entries were not accepted. */
export type RefusedForm<Entries> = {
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
  trap: 'homepage',
} as const;

export const ORDER_REFERENCE = /^V-[0-9A-HJKMNP-TV-Z]{8}$/;

export const EMPTY_ORDER_ENTRIES: OrderEntries = {
  fullName: '',
  email: '',
  phone: '',
  company: '',
  serviceType: '',
  projectDescription: '',
  desiredFeatures: [],
  estimatedBudget: '',
  targetTimeline: '',
  requiredLanguages: [],
  termsAccepted: false,
};

export const EMPTY_MESSAGE_ENTRIES: MessageEntries = { name: '', email: '', message: '' };

/** The part of `FormData` and `URLSearchParams` that reading a form needs. */
export type FormFields = { getAll(name: string): unknown[] };

function textsOf(fields: FormFields, name: string): string[] {
  return fields.getAll(name).filter((value) => typeof value === 'string');
}

export function textOf(fields: FormFields, name: string): string {
  return textsOf(fields, name)[0] ?? '';
}

export function readOrderEntries(fields: FormFields): OrderEntries {
  return {
    fullName: textOf(fields, 'fullName'),
    email: textOf(fields, 'email'),
    phone: textOf(fields, 'phone'),
    company: textOf(fields, 'company'),
    serviceType: textOf(fields, 'serviceType'),
    projectDescription: textOf(fields, 'projectDescription'),
    desiredFeatures: textsOf(fields, 'desiredFeatures'),
    estimatedBudget: textOf(fields, 'estimatedBudget'),
    targetTimeline: textOf(fields, 'targetTimeline'),
    requiredLanguages: textsOf(fields, 'requiredLanguages'),
    termsAccepted: textOf(fields, 'termsAccepted') === 'true',
  };
}

export function readMessageEntries(fields: FormFields): MessageEntries {
  return {
    name: textOf(fields, 'name'),
    email: textOf(fields, 'email'),
    message: textOf(fields, 'message'),
  };
}

type Issue = { path: readonly PropertyKey[]; message: string };

/** The first message of each field; what is wrong inside a list is said at the list. */
export function fieldErrorsOf(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) errors[String(path[0] ?? 'form')] ??= message;
  return errors;
}
