import * as z from 'zod';
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

/** An empty field has its built-in text, which states no fact of a company. */
function defineEmail<Copy extends EmailCopy>(
  label: string,
  { known, optional }: Named,
  builtIn: Copy,
) {
  const certain = { ...known, ...COMPANY };
  const fields = buildFields(certain, { ...certain, ...optional, ...CONTACT });
  const shape = Object.entries(fields).flatMap(([name, build]) => {
    const empty = builtIn[name as keyof EmailCopy];
    return empty === undefined ? [] : [[name, build(empty as never)]];
  });
  const schema = z.object(Object.fromEntries(shape)) as unknown as EmailSchema<Copy>;
  return { label, schema, screen: 'emails' } as const;
}

const SEE = 'See your enquiry';
const UNTIL = 'The link works for 24 hours. If you do not follow it, nothing changes.';
const RECEIPT = {
  subject: 'We have your {enquiry}',
  preheader: 'This is what happens next.',
  stepsHeading: 'What happens next',
  button: SEE,
  closing: ['If something is missing or wrong, {contact}.'],
  reason:
    'You receive this email because this address was entered in a form on our site. If it was not you, we will not write again unless you write to us.',
};
const HEAR = "You'll hear from us by {deadline}.";

/** Emails to visitors. Their variables contain nothing that a visitor typed, but for the address that they go to. */
export const EMAILS = {
  'email/order-receipt': defineEmail(
    'Order receipt',
    { known: ENQUIRY, optional: DEADLINE },
    {
      ...RECEIPT,
      heading: 'Your order has arrived',
      paragraphs: [
        'Thank you. Your order is stored with us under the reference {reference}. Please name it when you write or call.',
        HEAR,
      ],
      steps: [
        'We read your order and contact you with the first questions.',
        'We go through your request together.',
        'You receive our offer in writing.',
      ],
    },
  ),
  'email/message-receipt': defineEmail(
    'Message receipt',
    { known: ENQUIRY, optional: DEADLINE },
    {
      ...RECEIPT,
      heading: 'Your message has arrived',
      paragraphs: [
        'Thank you for writing. A person reads every message. Yours has the reference {reference}. Please name it when you write or call.',
        HEAR,
      ],
      steps: ['A person reads your message and answers you at this address.'],
    },
  ),
  'email/reply': defineEmail(
    'Reply',
    { known: ENQUIRY },
    {
      subject: 'Re: We have your {enquiry}',
      heading: 'Our reply to your {enquiry}',
      button: SEE,
      paragraphs: [],
      reason: 'You receive this mail because you wrote to us through a form on our site.',
    },
  ),
  'email/tracking-link': defineEmail(
    'Lost links',
    {},
    {
      subject: 'Your links',
      preheader: 'The pages with your latest enquiries.',
      heading: 'Your enquiries',
      paragraphs: [
        'You asked for the links to the pages of your enquiries. On each you see our answer, write to us, correct your details and take everything with you.',
      ],
      closing: ['Anyone with such a link can read and write there, so please do not share it.'],
      reason:
        'You receive this email because lost links were requested for this address on our site. If it was not you, you can ignore it.',
    },
  ),
  'email/confirm-email': defineEmail(
    'Confirm an address',
    {},
    {
      subject: 'Please confirm your new address',
      preheader: 'One more step, and our answers go to this address.',
      heading: 'Is this your address?',
      paragraphs: [
        'We were asked on our site to answer an enquiry at this address from now on. If it was you, please confirm it.',
      ],
      button: 'Confirm this address',
      closing: [UNTIL],
      reason:
        'You receive this email because this address was entered on the page of an enquiry. If it was not you, you can ignore it.',
    },
  ),
  'email/email-changed': defineEmail(
    'Address changed',
    { known: ENQUIRY },
    {
      subject: 'Your address was changed',
      preheader: 'Our answers go to another address from now on.',
      heading: 'Your address was changed',
      paragraphs: [
        'The address of your {enquiry} was changed. Our answers go to the new address from now on.',
        'If it was not you, {contact} immediately.',
      ],
      reason: 'You receive this mail because this was the address of an enquiry until now.',
    },
  ),
  'email/confirm-erasure': defineEmail(
    'Erase an enquiry',
    { known: ENQUIRY },
    {
      subject: 'Please confirm: erase your enquiry',
      preheader: 'This cannot be undone.',
      heading: 'Erase everything?',
      paragraphs: [
        'You asked us to erase your {enquiry}, our conversation and all files. This cannot be undone.',
      ],
      button: 'Go on to erase it',
      closing: [UNTIL],
      reason:
        'You receive this email because the page of your enquiry was used to ask for its erasure. If it was not you, you can ignore it.',
    },
  ),
  'email/confirm-person-erasure': defineEmail(
    'Erase a person',
    { known: { recipient: 'the address that this email goes to' } },
    {
      subject: 'Please confirm: erase all your enquiries',
      preheader: 'This cannot be undone.',
      heading: 'Erase everything under this address?',
      paragraphs: [
        'You asked us to erase every enquiry with the address {recipient}: orders, messages, our conversations, emails and files. This cannot be undone.',
      ],
      button: 'Go on to erase all of it',
      closing: [UNTIL],
      reason:
        'You receive this email because the page of an enquiry was used to ask for the erasure of everything under this address. If it was not you, you can ignore it.',
    },
  ),
  'email/confirm-person-export': defineEmail(
    "A person's data",
    { known: { recipient: 'the address that this email goes to' } },
    {
      subject: 'Your data is ready to be downloaded',
      preheader: 'Everything that we store under your address.',
      heading: 'Your data',
      paragraphs: [
        'You asked for everything that we store under the address {recipient}: each enquiry with our conversation as JSON, and the files of both sides, in one archive (tar).',
      ],
      button: 'Go on to the download',
      closing: [UNTIL],
      reason:
        'You receive this email because the page of an enquiry was used to ask for everything that we store under this address. If it was not you, you can ignore it.',
    },
  ),
} as const;

export type EmailKey = keyof typeof EMAILS;

export const EMAIL_KEYS = Object.keys(EMAILS) as EmailKey[];

export function isEmailKey(key: string): key is EmailKey {
  return Object.hasOwn(EMAILS, key);
}
