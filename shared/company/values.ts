const PLACE = {
  street: 'Atatürk Bulvarı 101, Kızılay',
  postalCode: '06420',
  city: 'Ankara',
  country: 'Turkey',
  timeZone: 'Europe/Istanbul',
} as const;

const PHONE = '+90 312 555 01 00';

/** The agency's own facts, stated once. Change them here and they change everywhere. */
export const COMPANY = {
  name: 'Vitrin Software',
  shortName: 'Vitrin',
  email: 'hello@vitrin.example',
  phone: PHONE,
  phoneHref: `tel:${PHONE.replaceAll(' ', '')}`,
  ...PLACE,
  location: `${PLACE.city}, ${PLACE.country}`,
  address: `${PLACE.street}, ${PLACE.postalCode} ${PLACE.city}, ${PLACE.country}`,
  founded: 2023,
  description:
    'A custom software agency in Ankara that builds shipment systems, invoicing tools, dashboards, real estate and mapping apps, and custom applications.',
  analyticsDescription:
    'A data-analytics and dashboard-development consultancy that turns business data into decisions.',
} as const;
