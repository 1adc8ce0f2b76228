import { officeData } from '#app/site/lib/structured-data.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import type { SocialNetwork } from '#shared/site-settings/values.ts';
import { COMPANY } from '#shared/company/values.ts';
import { SERVICES } from './messages.ts';

/** schema.org ProfessionalService, WebSite. */
export function homeStructuredData(
  publicUrl: string,
  socialLinks: Record<SocialNetwork, string>,
  hours: OfficeHours,
): object[] {
  const office = officeData(publicUrl, hours);
  return [
    {
      '@context': 'https://schema.org',
      ...office,
      description: `${COMPANY.description} ${COMPANY.analyticsDescription}`,
      foundingDate: String(COMPANY.founded),
      sameAs: Object.values(socialLinks).filter((link) => /^https?:\/\//.test(link)),
      makesOffer: SERVICES.map(({ name, description }) => ({
        '@type': 'Offer',
        itemOffered: { '@type': 'Service', name, description },
      })),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      '@id': `${publicUrl}/#website`,
      name: COMPANY.name,
      url: `${publicUrl}/`,
      inLanguage: 'en',
      publisher: { '@id': office['@id'] },
    },
  ];
}
