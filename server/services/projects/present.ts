import type { Selectable } from 'kysely';
import type { Projects } from '#server/db/types.ts';
import type { AdminProject, AdminProjectSummary } from '#shared/projects-schema.ts';
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

type AdminSummaryRow = Pick<
  Selectable<Projects>,
  | 'id'
  | 'title'
  | 'industryCategory'
  | 'clientName'
  | 'isPublished'
  | 'createdAt'
  | 'updatedAt'
  | 'deletedAt'
>;

export function presentAdminSummary(row: AdminSummaryRow): AdminProjectSummary {
  return {
    id: row.id,
    title: row.title,
    industryCategory: row.industryCategory,
    clientName: row.clientName,
    isPublished: row.isPublished,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

export function presentAdminProject(row: Selectable<Projects>): AdminProject {
  return {
    ...presentAdminSummary(row),
    shortDescription: row.shortDescription,
    fullDescription: row.fullDescription,
    techStack: row.techStack,
    featuredImageUrl: row.featuredImageUrl,
    featuredImageAlt: row.featuredImageAlt,
    galleryImages: row.galleryImages,
    clientQuote: row.clientQuote,
    challengeText: row.challengeText,
    solutionText: row.solutionText,
    resultsText: row.resultsText,
  };
}
