import type { BreadcrumbList, Organization, ProfessionalService, WithContext } from 'schema-dts';
import { COMPANY } from '#shared/company/values.ts';
import type { SitePath } from '#shared/routes.ts';

export type Step = { name: string; path: SitePath };

/** The company as author, publisher or maker of something. */
export function organizationData(publicUrl: string): Exclude<Organization, string> {
  return {
    '@type': 'Organization',
    name: COMPANY.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/logo.svg`,
  };
}

/** The company as a place that can be reached, the same one on every page that says so. */
export function officeData(publicUrl: string): Exclude<ProfessionalService, string> {
  return {
    ...organizationData(publicUrl),
    '@type': 'ProfessionalService',
    '@id': `${publicUrl}/#organization`,
    image: `${publicUrl}/share/page/home.png`,
    email: COMPANY.email,
    telephone: COMPANY.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: COMPANY.street,
      postalCode: COMPANY.postalCode,
      addressLocality: COMPANY.city,
      addressCountry: 'TR',
    },
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '09:00',
      closes: '18:00',
    },
  };
}

/** The way from the home page to a page; `steps` are the pages below it. */
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
