import type { FieldErrors } from '#shared/common/errors.ts';

export type Option = string | { value: string; label: string };

export type Field =
  | { kind: 'text'; min?: number; max: number; isOptional?: true; isMultiline?: true }
  | { kind: 'email' }
  /** Without options, any value is valid: the operation checks it. */
  | { kind: 'choice' | 'choices'; list: string; options?: readonly Option[] }
  | { kind: 'tick' };

/** What a form asks for, once: its entries, its rules, the columns it is stored in and what the back office shows of it are derived. */
export type Fields = Readonly<Record<string, Field>>;

type EmptyEntry = { text: string; email: string; choice: string; choices: string[]; tick: boolean };

export type EntriesOf<F extends Fields> = {
  -readonly [Name in keyof F]: EmptyEntry[F[Name]['kind']];
};

const EMPTY: EmptyEntry = { text: '', email: '', choice: '', choices: [], tick: false };

export function emptyEntriesOf<F extends Fields>(fields: F): EntriesOf<F> {
  const entries = Object.entries(fields).map(([name, { kind }]) => [name, EMPTY[kind]]);
  return Object.fromEntries(entries) as EntriesOf<F>;
}

/** The fields that are stored as they were entered; of a tick, what was agreed to and when is stored instead. */
export type StoredName<F extends Fields> = {
  [Name in keyof F & string]: F[Name]['kind'] extends 'tick' ? never : Name;
}[keyof F & string];

export function storedFieldsOf<F extends Fields>(fields: F): [StoredName<F>, Field][] {
  return Object.entries(fields).filter(([, { kind }]) => kind !== 'tick') as [
    StoredName<F>,
    Field,
  ][];
}

export function pickStored<F extends Fields>(
  fields: F,
  record: Readonly<Record<StoredName<F>, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(storedFieldsOf(fields).map(([name]) => [name, record[name]]));
}

/** Returns the stored value if there is no such option. */
export function labelOf(options: readonly Option[], value: string): string {
  for (const option of options) {
    if (typeof option !== 'string' && option.value === value) return option.label;
  }
  return value;
}

export function describeEntry(field: Field, value: unknown, separator = ', '): string | null {
  const options = ('options' in field && field.options) || [];
  if (Array.isArray(value))
    return value.map((one) => labelOf(options, String(one))).join(separator);
  return typeof value === 'string' ? labelOf(options, value) : null;
}

export function describeEntries<F extends Fields>(
  fields: F,
  record: Readonly<Record<StoredName<F>, unknown>>,
): Record<StoredName<F>, string | null> {
  const described = storedFieldsOf(fields).map(([name, field]) => [
    name,
    describeEntry(field, record[name]),
  ]);
  return Object.fromEntries(described) as Record<StoredName<F>, string | null>;
}

/** A file of a form sent without JavaScript that is already stored and waits for the rest to be right. */
export type StoredFile = { path: string; name: string; size: number };

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
  termsVersion: 'termsVersion',
  /** Not a name that browsers or password managers fill in, such as `homepage`. */
  honeypot: 'leaveBlank',
} as const;

export type FormFields = { getAll(name: string): unknown[] };

function stringsOf(fields: FormFields, name: string): string[] {
  return fields.getAll(name).filter((value) => typeof value === 'string');
}

export function textOf(fields: FormFields, name: string): string {
  return stringsOf(fields, name)[0] ?? '';
}

export function readEntries<Entries extends object>(fields: FormFields, empty: Entries): Entries {
  const entries = Object.entries(empty).map(([name, value]: [string, unknown]) => {
    if (Array.isArray(value)) return [name, stringsOf(fields, name)];
    const text = textOf(fields, name);
    return [name, typeof value === 'boolean' ? text === 'true' : text];
  });
  return Object.fromEntries(entries) as Entries;
}

export type Issue = { path: readonly PropertyKey[]; message: string };

/** The first message of each field; what is wrong inside a list is said at the list. */
export function fieldErrorsOf(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) errors[String(path[0] ?? 'form')] ??= message;
  return errors;
}
