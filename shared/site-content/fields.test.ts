import { expect, it } from 'vitest';
import * as z from 'zod';
import { companySchema } from './company.ts';
import {
  findOnlyRequired,
  getField,
  itemsField,
  lineField,
  numberField,
  parseStored,
} from './fields.ts';
import { CONTENT_TYPES } from './types.ts';

const schema = z.object({
  heading: lineField({ label: 'Heading', max: 5 }),
  services: itemsField({
    label: 'Services',
    itemLabel: 'Service',
    max: 2,
    item: z.object({
      name: lineField({ label: 'Name', max: 5, isRequired: true }),
      year: numberField({ label: 'Year', min: 1, max: 9 }),
    }),
  }),
});

it('empties a stored value that is not valid, and keeps the other values and entries', () => {
  const services = [{ name: 'Maps', year: 2 }, { name: 'Apps', year: 99 }, { year: 3 }, null];
  expect(parseStored(schema, { heading: 'Longer', services })).toEqual({
    heading: '',
    services: [
      { name: 'Maps', year: 2 },
      { name: 'Apps', year: null },
      { name: '', year: 3 },
      { name: '', year: null },
    ],
  });
  expect(parseStored(schema, { services: 'none' })).toEqual({ heading: '', services: [] });
});

it('can add lines to each list whose entries require a label only', () => {
  const { shape } = CONTENT_TYPES['order-options'].schema;
  const required = Object.values(shape).map((list) => {
    const { item } = getField(list);
    return item && findOnlyRequired(item);
  });
  expect(new Set(required)).toEqual(new Set(['label']));
  expect(findOnlyRequired(z.object({ text: lineField({ label: 'Text', max: 5 }) }))).toBeNull();
  const two = z.object({
    name: lineField({ label: 'Name', max: 5, isRequired: true }),
    role: lineField({ label: 'Role', max: 5, isRequired: true }),
  });
  expect(findOnlyRequired(two)).toBeNull();
});

it('accepts a prefix of capital letters and digits, and replaces an empty one', () => {
  const { orderPrefix } = companySchema.shape;
  for (const prefix of ['V', 'EGE', '35', 'A1B2']) expect(orderPrefix.parse(prefix)).toBe(prefix);
  expect(orderPrefix.parse(' ')).toBe('V');
  for (const wrong of ['ege', 'Ş', 'A-', 'VITRI'])
    expect(orderPrefix.safeParse(wrong).success).toBe(false);
});

it('accepts a phone number, a country code and a year', () => {
  const { phone, whatsapp, countryCode, founded } = companySchema.shape;
  for (const number of ['', '444 0 123', '+90 (232) 555-02-00 ext. 4']) {
    expect(phone.parse(number)).toBe(number);
    expect(whatsapp.parse(number)).toBe(number);
  }
  expect(phone.safeParse('call us').success).toBe(false);
  expect(whatsapp.safeParse('call us').success).toBe(false);
  expect(countryCode.parse('TR')).toBe('TR');
  expect(countryCode.safeParse('tr').success).toBe(false);
  expect(founded.safeParse(19).error?.issues[0]?.message).toMatch(/from 1800 to 2100$/);
});
