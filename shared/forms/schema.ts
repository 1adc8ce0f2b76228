import * as z from 'zod';
import { emailAddress, limitedText, optionalText, rawText } from '#shared/common/text.ts';
import { type Field, type Fields, type StoredName, storedFieldsOf } from './values.ts';

type InputOf<F extends Field> = {
  text: F extends { isOptional: true } ? string | null : string;
  email: string;
  choice: string;
  choices: string[];
  tick: true;
}[F['kind']];

/** What is said of a field that is missing or wrong, and of a text that is too long: 'phoneTooLong'. */
type MessagesOf<F extends Fields> = {
  [Name in keyof F & string as F[Name] extends { isOptional: true } ? never : Name]: string;
} & {
  [Name in keyof F & string as F[Name]['kind'] extends 'text' ? `${Name}TooLong` : never]: string;
};

const MAX_VALUE = 200;
const MAX_CHOSEN = 40;
const CHOICE = { description: 'A value that the form offers; empty when it offers none' };

function fieldSchema(field: Field, message = '', tooLong = ''): z.ZodType {
  switch (field.kind) {
    case 'text': {
      const { min = 0, max, isOptional, isMultiline = false } = field;
      const limits = { max, tooLong, isOneLine: !isMultiline, isFromVisitor: true };
      return isOptional ? optionalText(limits) : limitedText({ ...limits, min, message });
    }
    case 'email':
      return emailAddress(message);
    case 'choice':
      return rawText(message).max(MAX_VALUE, message).meta(CHOICE);
    case 'choices':
      return z
        .array(rawText(message).max(MAX_VALUE, message).meta(CHOICE), { error: message })
        .max(MAX_CHOSEN, message)
        .transform((chosen) => [...new Set(chosen)]);
    default:
      return z.literal(true, { error: message });
  }
}

/** What a visitor fills in; the same rules and messages in the browser, in the API and without JavaScript. */
export function defineInputSchema<F extends Fields>(
  fields: F,
  messages: MessagesOf<F> & Readonly<Record<string, string>>,
) {
  type Shape = { [Name in keyof F]: z.ZodType<InputOf<F[Name]>> };
  const schemas = Object.entries(fields).map(([name, field]) => [
    name,
    fieldSchema(field, messages[name], messages[`${name}TooLong`]),
  ]);
  return z.strictObject(Object.fromEntries(schemas) as Shape);
}

function storedFieldSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'choice':
      return z.string();
    case 'choices':
      return z.array(z.string());
    default:
      return 'isOptional' in field ? z.string().nullable() : z.string();
  }
}

/** The fields that are stored as they were entered, as the API gives them to administrators. */
export function storedSchemas<F extends Fields>(fields: F) {
  type Shape = { [Name in StoredName<F>]: z.ZodType<InputOf<F[Name]>> };
  const stored = storedFieldsOf(fields).map(([name, field]) => [name, storedFieldSchema(field)]);
  return Object.fromEntries(stored) as Shape;
}

/** What a form sends besides its entries. A form without scripts sends only the first; nothing of it changes what is stored of the entries. */
export const formSignalsSchema = z.object({
  /** The hidden field, which people leave empty. */
  homepage: rawText('The hidden field is a text')
    .meta({ description: 'The hidden field of the form, empty unless a program filled it in' })
    .optional(),
  formAge: z
    .number({ error: 'The age of the form is a number of milliseconds' })
    .nonnegative({ error: 'The age of the form is a number of milliseconds' })
    .meta({ description: 'Milliseconds from opening the form to sending it' })
    .optional(),
  sourcePage: rawText('The page before the form is a text')
    .meta({ description: 'The path of the page that the visitor came to the form from' })
    .optional(),
  landingPage: rawText('The first page is a text')
    .meta({ description: 'The path of the first page of the visit' })
    .optional(),
  referrer: rawText('The referrer is a text')
    .meta({ description: 'Host and path of the site that led to the first page' })
    .optional(),
});

export const trackingPathSchema = z
  .string()
  .nullable()
  .meta({
    description:
      'The page where its sender sees the enquiry and goes on with it: a secret, since whoever has it can do so. Null for a form that is sent again under a key that ' +
      'is not a random UUID (version 4 or 7), after more than a day, or when the link was revoked',
  });

export type FormSignals = z.infer<typeof formSignalsSchema>;

export function splitSignals<Body extends FormSignals>(body: Body) {
  const { homepage, formAge, sourcePage, landingPage, referrer, ...rest } = body;
  return { signals: { homepage, formAge, sourcePage, landingPage, referrer }, rest };
}
