import { expect, it } from 'vitest';
import { listPublicDefaults } from './public-defaults.ts';
import { COMPANY } from './values.ts';

const OWN = {
  name: 'Deniz Works',
  email: 'hello@deniz.example',
  phone: '+90 232 555 02 00',
  phoneHref: 'tel:+902325550200',
  address: 'Cumhuriyet Bulvarı 1, 35210 İzmir, Turkey',
};

it('lists each fact that is still the sample’s, and none of an own company', () => {
  expect(listPublicDefaults({ ...COMPANY, ...OWN })).toEqual([]);
  const { phoneHref: _, ...withoutLink } = OWN;
  expect(listPublicDefaults({ ...COMPANY, ...withoutLink })).toEqual(['tel:+903125550100']);
});
