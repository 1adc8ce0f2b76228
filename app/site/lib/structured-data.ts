import type { BreadcrumbList, Organization, WithContext } from 'schema-dts';
import { COMPANY } from '#shared/company/values.ts';
import type { SitePath } from '#shared/routes.ts';

/** The company as author, publisher or maker of something. */
export function organizationData(publicUrl: string): Exclude<Organization, string> {
  return {
    '@type': 'Organization',
    name: COMPANY.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/logo.svg`,
  };
}

/** The way from the home page to a page; `steps` are the pages below it, each with its path. */
export function breadcrumbData(
  publicUrl: string,
  steps: readonly { name: string; path: SitePath }[],
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
