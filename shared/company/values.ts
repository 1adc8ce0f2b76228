import type { OfficeClock } from '#shared/office-hours/values.ts';
import type { CompanyFields } from '#shared/site-content/company.ts';

/** The agency's own facts as pages and emails show them. */
export type Company = CompanyFields & {
  phoneHref: string;
  /** Empty without a number. */
  whatsappUrl: string;
  location: string;
  address: string;
};

const join = (...parts: string[]) => parts.filter(Boolean).join(', ');

/** Without a name, the site's host stands for it. */
export function toCompany(fields: CompanyFields, host: string): Company {
  const { name, phone, whatsapp, street, postalCode, city, country } = fields;
  return {
    ...fields,
    name: name || host,
    shortName: fields.shortName || name || host,
    phoneHref: `tel:${phone.replaceAll(/[^+\d]/g, '')}`,
    whatsappUrl: whatsapp && `https://wa.me/${whatsapp.replaceAll(/\D/g, '')}`,
    location: join(city, country),
    address: join(street, [postalCode, city].filter(Boolean).join(' '), country),
  };
}

const EMPTY_FIELDS: CompanyFields = {
  name: '',
  shortName: '',
  sentence: '',
  paragraph: '',
  email: '',
  phone: '',
  whatsapp: '',
  street: '',
  postalCode: '',
  city: '',
  country: '',
  countryCode: '',
  timeZone: '',
  latitude: null,
  longitude: null,
  links: [],
  founded: null,
  legalName: '',
  registerNumber: '',
  taxOffice: '',
  taxNumber: '',
  kepAddress: '',
};

/** How sentences call the clocks of a zone: by the company's place if they are the company's own. */
export function getClock(timeZone: string, company: Company): OfficeClock {
  return timeZone === company.timeZone
    ? { timeZone, place: { city: company.city, country: company.country } }
    : { timeZone };
}

/** Until the facts are loaded. */
export const NO_COMPANY = toCompany(EMPTY_FIELDS, '');
