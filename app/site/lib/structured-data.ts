import type { BreadcrumbList, Organization, PostalAddress, WithContext } from 'schema-dts';
import { COMPANY } from '#shared/company/values.ts';
import type { SitePath } from '#shared/routes.ts';

export type Step = { name: string; path: SitePath };

export const ADDRESS_DATA: Exclude<PostalAddress, string> = {
  '@type': 'PostalAddress',
  streetAddress: COMPANY.street,
  postalCode: COMPANY.postalCode,
  addressLocality: COMPANY.city,
  addressCountry: 'TR',
};

/** The company as author, publisher or maker of something. */
export function organizationData(publicUrl: string): Exclude<Organization, string> {
  return {
    '@type': 'Organization',
    name: COMPANY.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/logo.svg`,
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
