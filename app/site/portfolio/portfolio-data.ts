import type { CollectionPage, CreativeWork, PropertyValue } from 'schema-dts';
import { absoluteUrl, pageTitle, type Site } from '#app/site/lib/page-meta.ts';
import type { PageCopy } from '#app/site/lib/page-copy.ts';
import { organizationData } from '#app/site/lib/structured-data.ts';
import type { Project, ProjectResult, ProjectSummary } from '#shared/projects/schema.ts';
import { PROJECT_PAGE_MESSAGES } from '#shared/projects/messages.ts';

export function portfolioData(
  shown: readonly ProjectSummary[],
  site: Site,
  { heading, description }: PageCopy,
): CollectionPage {
  return {
    '@type': 'CollectionPage',
    name: pageTitle(heading, site.company),
    ...(description && { description }),
    inLanguage: 'en',
    publisher: organizationData(site),
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: shown.length,
      itemListElement: shown.map((project, index) => ({
        '@type': 'ListItem' as const,
        position: index + 1,
        name: project.title,
        url: `${site.publicUrl}/portfolio/${project.id}`,
      })),
    },
  };
}

/** Measured results stay in their own words. */
export function projectData(project: Project, site: Site): CreativeWork {
  const { publicUrl } = site;
  const { featuredImageUrl, galleryImages, results, clientQuote, clientName } = project;
  const images = [featuredImageUrl, ...galleryImages]
    .filter((url) => url !== null)
    .map((url) => absoluteUrl(publicUrl, url));
  return {
    '@type': 'CreativeWork',
    name: project.title,
    headline: project.title,
    description: project.shortDescription,
    ...(project.fullDescription?.trim() && { abstract: project.fullDescription.trim() }),
    ...(images.length > 0 && { image: images.length > 1 ? images : images[0] }),
    genre: project.industryCategory || undefined,
    keywords: project.techStack.join(', '),
    inLanguage: 'en',
    creator: organizationData(site),
    publisher: organizationData(site),
    dateCreated: project.createdAt,
    dateModified: project.updatedAt,
    isPartOf: { '@type': 'CollectionPage', url: `${publicUrl}/portfolio` },
    ...(results.length > 0 && { mentions: results.map(resultData) }),
    ...(clientQuote?.trim() && {
      hasPart: {
        '@type': 'Quotation',
        text: clientQuote.trim(),
        ...(clientName?.trim() && { creditText: clientName.trim() }),
      },
    }),
  };
}

function resultData({ metric, before, after, howMeasured }: ProjectResult): PropertyValue {
  const description = [before && `${PROJECT_PAGE_MESSAGES.before}${before}.`, howMeasured];
  return {
    '@type': 'PropertyValue',
    name: metric,
    value: after,
    ...(description.some(Boolean) && { description: description.filter(Boolean).join(' ') }),
  };
}
