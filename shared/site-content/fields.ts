import * as z from 'zod';
import { HEX_COLOR } from '#shared/brand/accent.ts';
import { emailAddress, limitedText, rawText } from '#shared/common/text.ts';
import { isTimeZone } from '#shared/lib/local-dates.ts';
import { optionalUrl, withLowerCaseScheme } from '#shared/common/web-url.ts';
import { optionalImageUrl } from '#shared/uploads/admin-schema.ts';
import type { UploadFolder } from '#shared/uploads/values.ts';
import { FIELD_MESSAGES as messages } from './messages.ts';
import { listUnknownVariables, type Variables } from './variables.ts';

export type Field = {
  label: string;
  help?: string | undefined;
  input:
    | 'line'
    | 'text'
    | 'url'
    | 'number'
    | 'switch'
    | 'choice'
    | 'date'
    | 'image'
    | 'color'
    | 'lines'
    | 'items'
    | 'hidden';
  /** In characters; entries of a list. */
  max?: number;
  options?: readonly { value: unknown; label: string }[];
  /** Height of a text. */
  rows?: number | undefined;
  folder?: UploadFolder | undefined;
  /** Portraits are cut to a circle. */
  isRound?: boolean | undefined;
  /** Schema of an entry of `items`. */
  item?: z.ZodObject;
  /** Name of one entry of `items`. */
  itemLabel?: string;
  /** May stand in the text, in braces. */
  variables?: Variables | undefined;
  /** Value of a field that was never saved, or whose stored value is not valid. */
  empty: unknown;
  isTranslatable?: boolean;
};

const MAX_ID = 200;

const FIELDS = new WeakMap<z.ZodType, Field>();

export function describeField<Schema extends z.ZodType>(schema: Schema, field: Field): Schema {
  FIELDS.set(schema, field);
  return schema;
}

export function getField(schema: z.ZodType): Field {
  const field = FIELDS.get(schema);
  if (!field) throw new Error('A field of a content type has no description');
  return field;
}

export function listFields(schema: z.ZodObject): [name: string, field: Field][] {
  return Object.entries(schema.shape).map(([name, part]) => [name, getField(part as z.ZodType)]);
}

export function listLabels<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): Record<keyof Shape, string> {
  const labels = listFields(schema).map(([name, { label }]) => [name, label]);
  return Object.fromEntries(labels) as Record<keyof Shape, string>;
}

export function buildEmpty<Schema extends z.ZodObject>(schema: Schema): z.output<Schema> {
  const values = listFields(schema).map(([name, { empty }]) => [name, empty]);
  return Object.fromEntries(values) as z.output<Schema>;
}

/** Replaces each stored value that is not valid by the empty one; entries of a list are read one by one. */
export function parseStored<Schema extends z.ZodObject>(
  schema: Schema,
  stored: object,
): z.output<Schema> {
  const values = Object.entries(schema.shape).map(([name, part]) => [
    name,
    parseStoredField(part as z.ZodType, Reflect.get(stored, name)),
  ]);
  return Object.fromEntries(values) as z.output<Schema>;
}

function parseStoredField(part: z.ZodType, stored: unknown): unknown {
  const { success, data } = part.safeParse(stored);
  if (success) return data;
  const { item, empty } = getField(part);
  if (!item || !Array.isArray(stored)) return empty;
  return stored.map((entry: unknown) => parseStored(item, Object(entry) as object));
}

type Shown = { label: string; help?: string };
type ImageOptions = Shown & Pick<Field, 'folder' | 'isRound'>;
type TextOptions = Shown & {
  max: number;
  isRequired?: boolean;
  rows?: number;
  /** Replaces an empty text. */
  empty?: string;
  variables?: Variables;
  /** With the message of a text that does not match. */
  pattern?: readonly [RegExp, string];
};

function requireKnown(label: string, variables: Variables | undefined) {
  return (text: string, ctx: z.RefinementCtx<string>) => {
    const [unknown] = variables ? listUnknownVariables(text, variables) : [];
    if (unknown === undefined) return;
    const message = messages.unknownVariable(label, unknown, Object.keys(variables ?? {}));
    ctx.addIssue({ code: 'custom', message });
  };
}

function describeText(
  input: 'line' | 'text',
  isTranslatable: boolean,
  { label, help, max, isRequired, rows, empty = '', variables, pattern }: TextOptions,
) {
  return describeField(
    limitedText({
      min: isRequired ? 1 : 0,
      max,
      message: messages.required(label),
      tooLong: messages.tooLong(label, max),
      isOneLine: input === 'line',
    })
      .superRefine(requireKnown(label, variables))
      .refine((text) => !text || !pattern || pattern[0].test(text), pattern?.[1])
      .overwrite((text) => text || empty),
    { label, help, input, max, rows, empty, isTranslatable, variables },
  );
}

export const lineField = (options: TextOptions) => describeText('line', true, options);

export const textField = (options: TextOptions) => describeText('text', true, options);

/** Null instead of empty. */
export function orNull<Text extends z.ZodType<string>>(field: Text) {
  return describeField(
    z
      .union([z.null(), field])
      .optional()
      .transform((text) => text || null),
    getField(field),
  );
}

/** A line that may be left out. */
export function blankLineField(options: TextOptions) {
  const line = lineField(options);
  return describeField(line.default(''), getField(line));
}

export function asOptional<Schema extends z.ZodType>(schema: Schema): Schema {
  const field = getField(schema);
  return describeField(schema, { ...field, label: `${field.label} (optional)` });
}

export const optionalLineField = (options: TextOptions) => asOptional(orNull(lineField(options)));

/** A line that is equal in every language: a number, a name, an address. */
export const factField = (options: TextOptions) => describeText('line', false, options);

/** Identifies an entry of a list; assigned by the server when the entry is new. */
export function idField() {
  return describeField(
    rawText()
      .max(MAX_ID)
      .default('')
      .meta({ description: 'Assigned by the server; empty in a new entry' }),
    { label: 'Value', input: 'hidden', empty: '' },
  );
}

export function emailField({ label, help }: Shown) {
  return describeField(
    z.union([z.literal(''), emailAddress(messages.email(label))], { error: messages.email(label) }),
    { label, help, input: 'line', empty: '' },
  );
}

export function urlField({ label, help }: Shown) {
  return describeField(
    optionalUrl({ message: messages.url(label), tooLong: messages.url(label) }).transform(
      withLowerCaseScheme,
    ),
    { label, help, input: 'url', empty: '' },
  );
}

export function dateField({ label, help }: Shown) {
  const error = messages.date(label);
  return describeField(z.union([z.literal(''), z.iso.date()], { error }), {
    label,
    help,
    input: 'date',
    empty: '',
  });
}

export function imageField(options: ImageOptions) {
  return describeField(optionalImageUrl.clone(), {
    ...options,
    input: 'image',
    empty: null,
  });
}

export function colorField({ label, help }: Shown) {
  const error = messages.color(label);
  return describeField(
    z.union([z.literal(''), rawText(error).regex(HEX_COLOR, error)], { error }),
    {
      label,
      help,
      input: 'color',
      empty: '',
    },
  );
}

type NumberOptions = Shown & { min: number; max: number; isWhole?: boolean };

export function numberField({ label, help, min, max, isWhole = true }: NumberOptions) {
  const error = messages.number(label, min, max, isWhole);
  const number = isWhole ? z.int({ error }) : z.number({ error });
  return describeField(number.min(min, error).max(max, error).nullable(), {
    label,
    help,
    input: 'number',
    empty: null,
  });
}

export function switchField({ label, help, empty = false }: Shown & { empty?: boolean }) {
  return describeField(z.boolean({ error: messages.required(label) }), {
    label,
    help,
    input: 'switch',
    empty,
  });
}

type ChoiceOptions = Shown & {
  options: readonly { value: string; label: string }[];
  empty: string;
};

export function choiceField({ label, help, options, empty }: ChoiceOptions) {
  return describeField(
    z.enum(options.map(({ value }) => value) as [string, ...string[]], {
      error: messages.choice(label),
    }),
    { label, help, input: 'choice', options, empty },
  );
}

export function timeZoneField({ label, help, empty }: Shown & { empty: string }) {
  const options = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }));
  return describeField(rawText(messages.choice(label)).refine(isTimeZone, messages.choice(label)), {
    label,
    help,
    input: 'choice',
    options,
    empty,
  });
}

type LinesOptions = Shown & {
  max: number;
  maxCharacters: number;
  /** Replaces an empty list. */
  empty?: readonly string[];
  variables?: Variables;
};

/** A list of short texts, edited as one text with a line for each. Blank lines are removed. */
export function linesField(options: LinesOptions) {
  const { label, help, max, maxCharacters, empty = [], variables } = options;
  const line = limitedText({
    max: maxCharacters,
    tooLong: messages.lineTooLong(label, maxCharacters),
    isOneLine: true,
  }).superRefine(requireKnown(label, variables));
  return describeField(
    z
      .array(line, { error: messages.required(label) })
      .max(max * 2, messages.tooMany(label, max))
      .overwrite((lines) => lines.filter(Boolean))
      .max(max, messages.tooMany(label, max))
      .overwrite((lines) => (lines.length > 0 ? lines : [...empty])),
    { label, help, input: 'lines', max, empty, isTranslatable: true, variables },
  );
}

type ItemsOptions<Item> = Shown & { item: Item; itemLabel: string; max: number };

export function itemsField<Item extends z.ZodObject>(options: ItemsOptions<Item>) {
  const { label, help, item, itemLabel, max } = options;
  return describeField(
    z.array(item, { error: messages.required(label) }).max(max, messages.tooMany(label, max)),
    {
      label,
      help,
      input: 'items',
      max,
      item,
      itemLabel,
      empty: [],
      isTranslatable: true,
    },
  );
}

/** Field of an entry that is enough to add it: the only required one, if it is a line. */
export function findOnlyRequired(item: z.ZodObject): string | null {
  const issues = item.safeParse(buildEmpty(item)).error?.issues ?? [];
  const [name, ...others] = new Set(issues.map(({ path }) => String(path[0])));
  if (name === undefined || others.length > 0) return null;
  return getField(item.shape[name] as z.ZodType).input === 'line' ? name : null;
}
