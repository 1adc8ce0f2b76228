import { describe, expect, it } from 'vitest';
import { UNSUPPORTED_CHARACTERS_MESSAGE } from '#shared/common/text.ts';
import { messageInputSchema } from '#shared/messages/schema.ts';
import { orderInputSchema } from '#shared/orders/schema.ts';
import { correctionSchemas, wordSchema } from '#shared/tracking/schema.ts';

const { fullName, phone, company, projectDescription } = orderInputSchema.shape;

const PARAGRAPHS = [
  ['the description of a project', projectDescription],
  ['a message', messageInputSchema.shape.message],
] as const;
const LINES = [
  ['the name of an order', fullName],
  ['the phone number', phone],
  ['the company', company],
  ['the name of a message', messageInputSchema.shape.name],
  ['a corrected name', correctionSchemas.order.shape.name],
  ['a corrected name of a message', correctionSchemas.message.shape.name],
] as const;

describe.each(LINES)('%s', (_name, schema) => {
  it.each([
    ' a\r\nBcc: x@y ',
    'a\nBcc:\tx@y',
    'a \u00a0 Bcc:\u0085x@y',
    '\u2028a\u2029\u2029Bcc:\u3000x@y\n',
  ])('is one line: %j', (text) => {
    expect(schema.parse(text)).toBe('a Bcc: x@y');
  });

  it.each(['a\u000bBcc: x@y', 'a\u000cBcc: x@y', 'a\0Bcc'])('takes no %j', (text) => {
    const messages = schema.safeParse(text).error?.issues.map(({ message }) => message);
    expect(messages).toContain(UNSUPPORTED_CHARACTERS_MESSAGE);
  });
});

it.each(PARAGRAPHS)('%s keeps its lines', (_name, schema) => {
  const text = `First line.\n\n  - ${'indented '.repeat(8)}end`;
  expect(schema.parse(`${text.replaceAll('\n', '\r\n')}\r\n`)).toBe(text);
});

it.each([...LINES, ...PARAGRAPHS, ['a follow-up', wordSchema.shape.message]] as const)(
  '%s shows the mark that reverses letters, other marks stay',
  (name, schema) => {
    const start = name.startsWith('the description') ? 'a'.repeat(80) : '';
    expect(schema.parse(`${start}\u202E1 \u202D312\u202C \u2067\u05D0\u2069`)).toBe(
      `${start}[U+202E]1 \u202D312\u202C \u2067\u05D0\u2069`,
    );
  },
);

it.each([
  ['Full name', fullName, 200],
  ['Phone', phone, 40],
  ['Company', company, 200],
  ['Project description', projectDescription, 10_000],
  ['Name', messageInputSchema.shape.name, 200],
  ['Message', messageInputSchema.shape.message, 5_000],
] as const)('%s has an upper limit', (label, schema, max) => {
  const { error } = schema.safeParse('x'.repeat(max + 1));
  const message = `${label} must be at most ${max.toLocaleString('en')} characters`;
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});
