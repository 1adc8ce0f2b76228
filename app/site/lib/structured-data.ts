import type { BreadcrumbList, Organization, ProfessionalService, WithContext } from 'schema-dts';
import { type OfficeHours, WEEKDAY_LABELS, WEEKDAYS } from '#shared/office-hours/values.ts';
import type { SitePath } from '#shared/routes.ts';
import { absoluteUrl, getSiteImage, type Site } from './page-meta.ts';

export type Step = { name: string; path: SitePath };

export function organizationData({
  publicUrl,
  company,
  logoUrl,
}: Site): Exclude<Organization, string> {
  return {
    '@type': 'Organization',
    name: company.name,
    url: `${publicUrl}/`,
    logo: absoluteUrl(publicUrl, logoUrl),
  };
}

/** Groups the days by open time; schema.org ends a day at 23:59. */
function openingHours({ week }: OfficeHours) {
  const times = WEEKDAYS.flatMap((day) => week[day].map(({ from, to }) => `${from}-${to}`));
  return [...new Set(times)].map((time) => {
    const [opens = '', closes = ''] = time.split('-');
    const days = WEEKDAYS.filter((day) =>
      week[day].some(({ from, to }) => `${from}-${to}` === time),
    );
    return {
      '@type': 'OpeningHoursSpecification' as const,
      dayOfWeek: days.map((day) => WEEKDAY_LABELS[day]),
      opens,
      closes: closes === '24:00' ? '23:59' : closes,
    };
  });
}

export function officeData(site: Site, hours: OfficeHours): Exclude<ProfessionalService, string> {
  const { publicUrl, company } = site;
  return {
    ...organizationData(site),
    '@type': 'ProfessionalService',
    '@id': `${publicUrl}/#organization`,
    image: absoluteUrl(publicUrl, getSiteImage(company).url),
    email: company.email,
    telephone: company.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: company.street,
      postalCode: company.postalCode,
      addressLocality: company.city,
      addressCountry: company.countryCode || company.country,
    },
    openingHoursSpecification: openingHours(hours),
  };
}

/** `steps` excludes the home page. */
export function breadcrumbData(
  publicUrl: string,
  steps: readonly Step[],
): WithContext<BreadcrumbList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem' as const,
      position: index + 1,
      name,
      item: `${publicUrl}${path}`,
    })),
  };
}
