import type { BreadcrumbList, CollectionPage, CreativeWork, WithContext } from 'schema-dts';
import { absoluteUrl } from '#app/site/lib/page-meta.ts';
import { breadcrumbData, organizationData } from '#app/site/lib/structured-data.ts';
import { COMPANY } from '#shared/company/values.ts';
import type { Project, ProjectSummary } from '#shared/projects/schema.ts';
import { PORTFOLIO_MESSAGES } from './messages.ts';

const PORTFOLIO_PATH = '/portfolio';

/** Structured data of the list, naming the projects that are visible. */
export function portfolioData(
  shown: readonly ProjectSummary[],
  publicUrl: string,
): [WithContext<CollectionPage>, WithContext<BreadcrumbList>] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name: `${PORTFOLIO_MESSAGES.heading} | ${COMPANY.name}`,
      description: PORTFOLIO_MESSAGES.description,
      url: `${publicUrl}${PORTFOLIO_PATH}`,
      inLanguage: 'en',
      publisher: organizationData(publicUrl),
      mainEntity: {
        '@type': 'ItemList',
        numberOfItems: shown.length,
        itemListElement: shown.map((project, index) => ({
          '@type': 'ListItem' as const,
          position: index + 1,
          name: project.title,
          url: `${publicUrl}${PORTFOLIO_PATH}/${project.id}`,
        })),
      },
    },
    breadcrumbData(publicUrl, [{ name: PORTFOLIO_MESSAGES.heading, path: PORTFOLIO_PATH }]),
  ];
}

export function projectData(
  project: Project,
  publicUrl: string,
): [WithContext<CreativeWork>, WithContext<BreadcrumbList>] {
  const path = `${PORTFOLIO_PATH}/${project.id}` as const;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'CreativeWork',
      name: project.title,
      headline: project.title,
      description: project.shortDescription,
      url: `${publicUrl}${path}`,
      ...(project.featuredImageUrl && {
        image: absoluteUrl(publicUrl, project.featuredImageUrl),
      }),
      genre: project.industryCategory,
      keywords: project.techStack.join(', '),
      inLanguage: 'en',
      creator: organizationData(publicUrl),
      publisher: organizationData(publicUrl),
      dateCreated: project.createdAt,
      dateModified: project.updatedAt,
    },
    breadcrumbData(publicUrl, [
      { name: PORTFOLIO_MESSAGES.heading, path: PORTFOLIO_PATH },
      { name: project.title, path },
    ]),
  ];
}
