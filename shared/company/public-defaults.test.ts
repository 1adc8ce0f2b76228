import { expect, it } from 'vitest';
import { listPublicDefaults } from './public-defaults.ts';
import { COMPANY } from './values.ts';

const OWN = {
  name: 'Deniz Works',
  email: 'hello@deniz.example',
  phone: '+90 232 555 02 00',
  address: 'Cumhuriyet Bulvarı 1, 35210 İzmir, Turkey',
};

it('lists each fact that is still the sample’s, and none of an own company', () => {
  expect(listPublicDefaults({ ...COMPANY, ...OWN })).toEqual([]);
  const { phone: _, ...withoutPhone } = OWN;
  expect(listPublicDefaults({ ...COMPANY, ...withoutPhone })).toEqual(['+90 312 555 01 00']);
});
