import type { CollectionPage, CreativeWork } from 'schema-dts';
import { absoluteUrl } from '#app/site/lib/page-meta.ts';
import { organizationData } from '#app/site/lib/structured-data.ts';
import { COMPANY } from '#shared/company/values.ts';
import type { Project, ProjectSummary } from '#shared/projects/schema.ts';
import { PORTFOLIO_MESSAGES } from './messages.ts';

/** Structured data of the list, naming the projects that are visible. */
export function portfolioData(shown: readonly ProjectSummary[], publicUrl: string): CollectionPage {
  return {
    '@type': 'CollectionPage',
    name: `${PORTFOLIO_MESSAGES.heading} | ${COMPANY.name}`,
    description: PORTFOLIO_MESSAGES.description,
    inLanguage: 'en',
    publisher: organizationData(publicUrl),
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: shown.length,
      itemListElement: shown.map((project, index) => ({
        '@type': 'ListItem' as const,
        position: index + 1,
        name: project.title,
        url: `${publicUrl}/portfolio/${project.id}`,
      })),
    },
  };
}

export function projectData(project: Project, publicUrl: string): CreativeWork {
  return {
    '@type': 'CreativeWork',
    name: project.title,
    headline: project.title,
    description: project.shortDescription,
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
  };
}
