import { ADDRESS_DATA } from '#app/site/lib/structured-data.ts';
import type { SocialNetwork } from '#shared/site-settings/values.ts';
import { COMPANY } from '#shared/company/values.ts';
import { SERVICES } from './messages.ts';

/** The company and its site for search engines (schema.org ProfessionalService, WebSite). */
export function homeStructuredData(
  publicUrl: string,
  socialLinks: Record<SocialNetwork, string>,
): object[] {
  const organization = { '@id': `${publicUrl}/#organization` };
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'ProfessionalService',
      ...organization,
      name: COMPANY.name,
      url: `${publicUrl}/`,
      logo: `${publicUrl}/logo.svg`,
      image: `${publicUrl}/share/page/home.png`,
      description: `${COMPANY.description} ${COMPANY.analyticsDescription}`,
      email: COMPANY.email,
      telephone: COMPANY.phone,
      foundingDate: String(COMPANY.founded),
      address: ADDRESS_DATA,
      openingHours: 'Mo-Fr 09:00-18:00',
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
      publisher: organization,
    },
  ];
}
