import type { OfficeClock } from '#shared/office-hours/values.ts';
import type { CompanyFields } from '#shared/site-content/company.ts';
import type { Company } from './values.ts';

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

/** Sentences call the company's own time zone by its city or country, any other by the zone's name. */
export function getClock(timeZone: string, company: Company): OfficeClock {
  return timeZone === company.timeZone
    ? { timeZone, place: { city: company.city, country: company.country } }
    : { timeZone };
}
