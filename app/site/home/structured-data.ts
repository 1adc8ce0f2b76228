import type { Site } from '#app/site/lib/page-meta.ts';
import { officeData } from '#app/site/lib/structured-data.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import type { ServicesContent } from '#shared/site-content/services.ts';
import type { SocialNetwork } from '#shared/site-settings/values.ts';

/** schema.org ProfessionalService, WebSite. */
export function homeStructuredData(
  site: Site,
  socialLinks: Record<SocialNetwork, string>,
  hours: OfficeHours,
  { services }: ServicesContent,
): object[] {
  const { publicUrl, company } = site;
  const office = officeData(site, hours);
  return [
    {
      '@context': 'https://schema.org',
      ...office,
      description: [company.sentence, company.paragraph].filter(Boolean).join(' '),
      ...(company.founded !== null && { foundingDate: String(company.founded) }),
      sameAs: [...Object.values(socialLinks), ...company.links.map(({ url }) => url)].filter(
        (link) => /^https?:\/\//.test(link),
      ),
      ...(services.length > 0 && {
        makesOffer: services.map(({ name, text }) => ({
          '@type': 'Offer',
          itemOffered: { '@type': 'Service', name, ...(text && { description: text }) },
        })),
      }),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      '@id': `${publicUrl}/#website`,
      name: company.name,
      url: `${publicUrl}/`,
      inLanguage: 'en',
      publisher: { '@id': office['@id'] },
    },
  ];
}
