import type { CompanyFields } from '#shared/site-content/company.ts';

/** The agency's own facts as pages and emails show them. */
export type Company = CompanyFields & {
  phoneHref: string;
  /** Empty without a number. */
  whatsappUrl: string;
  location: string;
  address: string;
};

/** Until the facts are loaded. */
export const NO_COMPANY: Company = {
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
  shareImage: null,
  founded: null,
  legalName: '',
  registerNumber: '',
  taxOffice: '',
  taxNumber: '',
  kepAddress: '',
  orderPrefix: '',
  messagePrefix: '',
  phoneHref: '',
  whatsappUrl: '',
  location: '',
  address: '',
};
