import { expect, it } from 'vitest';
import { CONTENT_TYPES } from './types.ts';
import { fillCopy, fillVariables, listUnknownVariables } from './variables.ts';

it('fills each variable of a text and leaves braces within values', () => {
  expect(fillVariables('{a}, {b}', { a: '{b}', b: '2' })).toBe('{b}, 2');
  expect(fillVariables('In {city}', { city: '' })).toBeNull();
  expect(listUnknownVariables('{a} {b} { a }', { a: '' })).toEqual(['{b}', '{ a }']);
});

it('fills the texts of a record; one without a value becomes empty', () => {
  const record = {
    lead: 'By {a}',
    items: [{ text: '{a}' }],
    lines: ['{none}'],
    isOn: true,
    n: null,
  };
  expect(fillCopy(record, { a: '1' })).toEqual({
    lead: 'By 1',
    items: [{ text: '1' }],
    lines: [''],
    isOn: true,
    n: null,
  });
});

it('rejects unknown variables of a page by name', () => {
  const { shape } = CONTENT_TYPES['page/contact'].schema;
  const rejected = shape.lead.safeParse('We answer {respnse}.');
  expect(rejected.error?.issues[0]?.message).toContain('{respnse}');
  expect(rejected.error?.issues[0]?.message).toContain('{response}');
  expect(shape.heading.safeParse('{response}').error?.issues[0]?.message).toMatch(
    /cannot be filled in$/,
  );
  expect(shape.lead.safeParse('We answer {response}, {hours}.').success).toBe(true);
});
