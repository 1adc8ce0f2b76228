import type { ServiceContext } from '#server/context.ts';
import { PROJECT_CATEGORIES, type Project, type ProjectSummary } from '#shared/projects.ts';
import { presentProject, presentSummary } from './present.ts';

export {
  countAdminProjects,
  createProject,
  getAdminProject,
  listAdminProjects,
  removeProject,
  restoreProject,
  updateProject,
} from './manage.ts';

// Any version: a row written by plain SQL may have any id that the column takes.
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const SUMMARY_COLUMNS = [
  'id',
  'title',
  'shortDescription',
  'industryCategory',
  'featuredImageUrl',
  'featuredImageAlt',
  'techStack',
] as const;

function selectPublished(ctx: ServiceContext) {
  return ctx.db
    .selectFrom('projects')
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');
}

/** The published projects, newest first; none for a category that does not exist. */
export async function listProjects(
  ctx: ServiceContext,
  { category }: { category?: string | undefined } = {},
): Promise<ProjectSummary[]> {
  const query = selectPublished(ctx).select(SUMMARY_COLUMNS);
  if (category === undefined) return (await query.execute()).map(presentSummary);
  const known = PROJECT_CATEGORIES.find((name) => name === category);
  if (!known) return [];
  return (await query.where('industryCategory', '=', known).execute()).map(presentSummary);
}

/** A published project, or null. */
export async function findProject(ctx: ServiceContext, id: string): Promise<Project | null> {
  if (!UUID.test(id)) return null;
  const row = await selectPublished(ctx)
    .select([
      ...SUMMARY_COLUMNS,
      'fullDescription',
      'galleryImages',
      'challengeText',
      'solutionText',
      'resultsText',
      'clientQuote',
      'clientName',
      'isPublished',
      'createdAt',
      'updatedAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? presentProject(row) : null;
}

/** What a sitemap says about the published projects, newest first. */
export async function listProjectPages(
  ctx: ServiceContext,
): Promise<{ id: string; updatedAt: string }[]> {
  const rows = await selectPublished(ctx).select(['id', 'updatedAt']).execute();
  return rows.map(({ id, updatedAt }) => ({ id, updatedAt: updatedAt.toISOString() }));
}
