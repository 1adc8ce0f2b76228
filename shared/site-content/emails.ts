import * as z from 'zod';
import builtIn from '#content/emails.json' with { type: 'json' };
import { lineField, linesField, textField } from './fields.ts';
import type { Variables } from './variables.ts';

export type EmailCopy = {
  subject: string;
  preheader?: string;
  heading: string;
  paragraphs: readonly string[];
  stepsHeading?: string;
  steps?: readonly string[];
  button?: string;
  closing?: readonly string[];
  reason: string;
};

const MAX_STEP = 300;
const MAX_PARAGRAPH = 600;
const PARAGRAPHS = 'One paragraph per line. One with a variable that has no value is left out.';

/** Always have a value. */
const COMPANY = { company: "your company's name" };
/** For paragraphs only: they may have no value. */
const CONTACT = {
  contact: 'how to reach you: “write to … or call …”',
  email: 'your email address',
  phone: 'your phone number',
  address: 'your postal address',
};
const ENQUIRY = { enquiry: 'for example “order V-7K2M9QXA”', reference: 'its reference' };
const RECIPIENT = { recipient: 'the address that this email goes to' };
const DEADLINE = { deadline: 'the day and time by which you answer' };

function buildFields(known: Variables, all: Variables) {
  const line = { variables: known };
  const lines = { variables: all, help: PARAGRAPHS, maxCharacters: MAX_PARAGRAPH };
  return {
    subject: (empty: string) => lineField({ label: 'Subject', max: 100, empty, ...line }),
    preheader: (empty: string) =>
      lineField({
        label: 'Preview line',
        max: 140,
        help: 'Beside the subject in a list of emails.',
        empty,
        ...line,
      }),
    heading: (empty: string) => lineField({ label: 'Heading', max: 80, empty, ...line }),
    paragraphs: (empty: readonly string[]) =>
      linesField({ label: 'Paragraphs', max: 8, empty, ...lines }),
    stepsHeading: (empty: string) =>
      lineField({ label: 'Heading of the steps', max: 80, empty, ...line }),
    steps: (empty: readonly string[]) =>
      linesField({
        ...lines,
        label: 'Steps',
        help: 'One step per line.',
        max: 6,
        maxCharacters: MAX_STEP,
        empty,
      }),
    button: (empty: string) => lineField({ label: 'Button', max: 40, empty, ...line }),
    closing: (empty: readonly string[]) =>
      linesField({ label: 'Last paragraphs', max: 4, empty, ...lines }),
    reason: (empty: string) =>
      textField({
        label: 'Reason',
        max: 400,
        help: 'At the foot: why the recipient gets this email.',
        empty,
        ...line,
      }),
  } satisfies { [Name in keyof EmailCopy]-?: (empty: never) => z.ZodType<EmailCopy[Name]> };
}

type EmailSchema<Copy> = z.ZodObject<{
  [Name in keyof Copy & keyof EmailCopy]: z.ZodType<NonNullable<EmailCopy[Name]>>;
}>;

type Named = { known?: Variables; optional?: Variables };

/** An empty field has its text of content/emails.json, which states no fact of a company. */
function defineEmail<Copy extends EmailCopy>(
  label: string,
  { known, optional }: Named,
  copy: Copy,
) {
  const certain = { ...known, ...COMPANY };
  const fields = buildFields(certain, { ...certain, ...optional, ...CONTACT });
  const shape = Object.entries(fields).flatMap(([name, build]) => {
    const empty = copy[name as keyof EmailCopy];
    return empty === undefined ? [] : [[name, build(empty as never)]];
  });
  const schema = z.object(Object.fromEntries(shape)) as unknown as EmailSchema<Copy>;
  return { label, schema, screen: 'emails' } as const;
}

/** Emails to visitors. Their variables contain nothing that a visitor typed, but for the address that they go to. */
export const EMAILS = {
  'email/order-receipt': defineEmail(
    'Order receipt',
    { known: ENQUIRY, optional: DEADLINE },
    builtIn.orderReceipt,
  ),
  'email/message-receipt': defineEmail(
    'Message receipt',
    { known: ENQUIRY, optional: DEADLINE },
    builtIn.messageReceipt,
  ),
  'email/reply': defineEmail('Reply', { known: ENQUIRY }, builtIn.reply),
  'email/tracking-link': defineEmail('Lost links', {}, builtIn.trackingLink),
  'email/confirm-email': defineEmail('Confirm an address', {}, builtIn.confirmEmail),
  'email/email-changed': defineEmail('Address changed', { known: ENQUIRY }, builtIn.emailChanged),
  'email/confirm-erasure': defineEmail(
    'Erase an enquiry',
    { known: ENQUIRY },
    builtIn.confirmErasure,
  ),
  'email/confirm-person-erasure': defineEmail(
    'Erase a person',
    { known: RECIPIENT },
    builtIn.confirmPersonErasure,
  ),
  'email/confirm-person-export': defineEmail(
    "A person's data",
    { known: RECIPIENT },
    builtIn.confirmPersonExport,
  ),
} as const;

export type EmailKey = keyof typeof EMAILS;

export const EMAIL_KEYS = Object.keys(EMAILS) as EmailKey[];

export function isEmailKey(key: string): key is EmailKey {
  return Object.hasOwn(EMAILS, key);
}
