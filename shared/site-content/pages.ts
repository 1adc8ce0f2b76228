import * as z from 'zod';
import { itemsField, lineField, linesField, switchField, textField } from './fields.ts';

const VARIABLES = {
  response: 'such as “within 2 hours” or “by Monday, 10:00 AM”',
  hours: 'your office hours',
  company: "your company's name",
  city: "your company's city",
};

type Options = { label: string; max: number; help?: string; empty?: string };

const line = (options: Options) => lineField({ ...options, variables: {} });
const text = (options: Options) => textField({ ...options, variables: VARIABLES });

const keywords = line({ label: 'Keywords', max: 200, help: 'With commas between them.' });

const closing = {
  closingHeading: line({
    label: 'Closing card: heading',
    max: 60,
    help: 'Empty: the page ends without the card.',
  }),
  closingText: text({ label: 'Closing card: text', max: 240 }),
  closingPrimary: line({ label: 'Closing card: first button', max: 30 }),
  closingSecondary: line({ label: 'Closing card: second button', max: 30 }),
};

const { closingSecondary: _, ...closingWithOneButton } = closing;

/** Schema of a page: the fields that all pages have, around its own. */
function pageSchema<Shape extends z.ZodRawShape>(own: Shape) {
  return z.object({
    heading: line({ label: 'Heading', max: 60 }),
    lead: text({ label: 'Introduction', max: 300 }),
    ...own,
    title: line({ label: 'Title in search results', max: 60, help: 'Empty: the heading.' }),
    description: text({ label: 'Description in search results', max: 300 }),
    keywords,
  });
}

const privacyNote = text({
  label: 'Data protection notice',
  max: 300,
  help: 'Beside the form, before the link to the privacy policy.',
  empty:
    '{company} uses what you send here to answer you and to carry out what you ask for. The policy says how long we keep it, who can see it and how you have it erased.',
});

const contactSchema = pageSchema({
  formHint: text({ label: 'Hint above the form', max: 200 }),
  privacyNote,
  afterSending: linesField({
    label: 'After a message was sent',
    max: 5,
    maxCharacters: 160,
    help: 'One step per line.',
    variables: VARIABLES,
  }),
  visitHint: text({ label: 'Hint for visits', max: 200 }),
  directions: itemsField({
    label: 'How to find us',
    itemLabel: 'Way',
    max: 6,
    item: z.object({
      by: line({ label: 'By', max: 60 }),
      text: text({ label: 'Way', max: 240 }),
    }),
  }),
  showMap: switchField({
    label: 'Map of Ankara',
    help: "Of the example's address. Off: a link to the company's map point.",
  }),
});

const orderSchema = pageSchema({
  contactHint: text({ label: 'Hint: contact information', max: 200 }),
  detailsHint: text({ label: 'Hint: project details', max: 200 }),
  budgetHint: text({ label: 'Hint: budget and timeline', max: 200 }),
  requirementsHint: text({ label: 'Hint: additional requirements', max: 200 }),
  privacyNote,
  promiseNote: line({ label: 'After the promised time', max: 120 }),
  nextSteps: itemsField({
    label: 'After an order was sent',
    itemLabel: 'Step',
    max: 5,
    item: z.object({
      title: lineField({ label: 'Title', max: 60, variables: VARIABLES }),
      text: text({ label: 'Text', max: 200 }),
    }),
  }),
});

const legalSchema = pageSchema({});
const listSchema = pageSchema(closing);

const page = <Schema extends z.ZodObject>(label: string, schema: Schema) =>
  ({ label, schema, screen: 'pages' }) as const;

export const PAGES = {
  'page/pricing': page(
    'Pricing',
    pageSchema({ badge: line({ label: 'Above the heading', max: 80 }), ...closing }),
  ),
  'page/portfolio': page('Portfolio', listSchema),
  'page/project': page('A project', z.object(closingWithOneButton)),
  'page/blog': page('Blog', listSchema),
  'page/post': page('A post', z.object({ keywords, ...closing })),
  'page/faq': page('FAQ', listSchema),
  'page/contact': page('Contact', contactSchema),
  'page/order': page('Order', orderSchema),
  'page/terms': page('Terms', legalSchema),
  'page/privacy': page('Privacy', legalSchema),
  'page/company': page(
    'Company facts',
    pageSchema({
      securityNotes: linesField({
        label: 'Further facts on security',
        max: 10,
        maxCharacters: 200,
        help: 'One per line: certificates, the country of your servers. The page exists while Company has a registered name.',
      }),
    }),
  ),
};

export type PageKey = keyof typeof PAGES;
