import * as z from 'zod';
import {
  emailField,
  factField,
  imageField,
  itemsField,
  lineField,
  numberField,
  textField,
  timeZoneField,
  urlField,
} from './fields.ts';
import { FIELD_MESSAGES as messages } from './messages.ts';

function prefixField(label: string, empty: string) {
  return factField({
    label,
    max: 4,
    empty,
    pattern: [/^[A-Z0-9]+$/, messages.prefix(label)],
    help: `Empty: ${empty}. References that were sent keep theirs.`,
  });
}

const FIVE_DIGITS = /(?:\d\D*){5}/;

export const companySchema = z.object({
  name: factField({
    label: 'Name',
    max: 60,
    isRequired: true,
    help: 'In the header, page titles, emails and search results.',
  }),
  shortName: factField({ label: 'Short name', max: 12, help: 'Under the icon on a phone.' }),
  sentence: lineField({
    label: 'One sentence',
    max: 200,
    help: 'What you do. In the footer, on the login page and in search results.',
  }),
  paragraph: textField({
    label: 'One paragraph',
    max: 600,
    help: 'On the home page, under About.',
  }),
  email: emailField({ label: 'Email' }),
  phone: factField({
    label: 'Phone',
    max: 40,
    help: 'With the country code: +90 232 555 02 00',
    pattern: [FIVE_DIGITS, messages.phone('Phone')],
  }),
  whatsapp: factField({
    label: 'WhatsApp',
    max: 40,
    help: 'A number with the country code. Empty: not offered.',
    pattern: [FIVE_DIGITS, messages.phone('WhatsApp')],
  }),
  street: factField({ label: 'Street', max: 120 }),
  postalCode: factField({ label: 'Postal code', max: 16 }),
  city: lineField({ label: 'City', max: 60 }),
  country: lineField({ label: 'Country', max: 60 }),
  countryCode: factField({
    label: 'Country code',
    max: 2,
    help: 'Two letters (ISO 3166): TR, DE, US.',
    pattern: [/^[A-Z]{2}$/, messages.countryCode('Country code')],
  }),
  timeZone: timeZoneField({ label: 'Time zone', empty: 'Europe/Istanbul' }),
  latitude: numberField({ label: 'Latitude', min: -90, max: 90, isWhole: false }),
  longitude: numberField({
    label: 'Longitude',
    min: -180,
    max: 180,
    isWhole: false,
    help: 'Both together link the address to a map.',
  }),
  links: itemsField({
    label: 'More profiles',
    help: 'Beside the social links of the settings.',
    itemLabel: 'Profile',
    max: 8,
    item: z.object({
      label: factField({ label: 'Network', max: 30, isRequired: true }),
      url: urlField({ label: 'Address' }),
    }),
  }),
  shareImage: imageField({
    label: 'Share image',
    help: 'Beside links to the site in messages and social networks, best 1200 × 630 pixels. Empty: an ornament.',
  }),
  founded: numberField({ label: 'Founded', min: 1800, max: 2100, help: 'A year.' }),
  legalName: factField({ label: 'Registered name', max: 120 }),
  registerNumber: factField({
    label: 'Register number',
    max: 60,
    help: 'Trade register, MERSİS or company number.',
  }),
  taxOffice: factField({ label: 'Tax office', max: 60 }),
  taxNumber: factField({ label: 'Tax or VAT number', max: 40 }),
  kepAddress: factField({ label: 'KEP address', max: 120 }),
  orderPrefix: prefixField('Prefix of order references', 'V'),
  messagePrefix: prefixField('Prefix of message references', 'M'),
});

export type CompanyFields = z.output<typeof companySchema>;
