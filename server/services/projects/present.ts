import type { Selectable } from 'kysely';
import type { Projects } from '#server/db/types.ts';
import type { Project, ProjectSummary } from '#shared/projects.ts';

type ProjectRow = Omit<Selectable<Projects>, 'deletedAt'>;

type SummaryRow = Pick<
  ProjectRow,
  | 'id'
  | 'title'
  | 'shortDescription'
  | 'industryCategory'
  | 'featuredImageUrl'
  | 'featuredImageAlt'
  | 'techStack'
>;

export function presentSummary(row: SummaryRow): ProjectSummary {
  return {
    id: row.id,
    title: row.title,
    shortDescription: row.shortDescription,
    industryCategory: row.industryCategory,
    featuredImageUrl: row.featuredImageUrl,
    featuredImageAlt: row.featuredImageAlt,
    techStack: row.techStack,
  };
}

export function presentProject(row: ProjectRow): Project {
  return {
    ...presentSummary(row),
    fullDescription: row.fullDescription,
    galleryImages: row.galleryImages,
    challengeText: row.challengeText,
    solutionText: row.solutionText,
    resultsText: row.resultsText,
    clientQuote: row.clientQuote,
    clientName: row.clientName,
    isPublished: row.isPublished,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
