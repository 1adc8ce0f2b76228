import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
import type { Cursor } from '#server/db/keyset.ts';
import { ServiceError } from '#server/errors.ts';
import {
  countRows,
  hasText,
  readNewestPage,
  removeContent,
  restoreContent,
} from '#server/services/managed-content/index.ts';
import { PROJECT_MESSAGES } from '#shared/projects-form.ts';
import type {
  AdminProject,
  AdminProjectSummary,
  ProjectChange,
  ProjectInput,
} from '#shared/projects-schema.ts';
import type { ProjectCategory } from '#shared/projects.ts';
import { presentAdminProject, presentAdminSummary } from './present.ts';

export type ProjectFilters = {
  search?: string | undefined;
  status?: 'published' | 'draft' | undefined;
  category?: ProjectCategory | undefined;
  /** Deleted projects instead of the others. */
  deleted?: boolean | undefined;
};

const SUMMARY_COLUMNS = [
  'id',
  'title',
  'industryCategory',
  'clientName',
  'isPublished',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const;

const COLUMNS = [
  ...SUMMARY_COLUMNS,
  'shortDescription',
  'fullDescription',
  'techStack',
  'featuredImageUrl',
  'featuredImageAlt',
  'galleryImages',
  'clientQuote',
  'challengeText',
  'solutionText',
  'resultsText',
] as const;

function notFound(): ServiceError {
  return new ServiceError('NOT_FOUND', PROJECT_MESSAGES.notFound);
}

function selectFiltered(
  ctx: ServiceContext,
  { search, status, category, deleted = false }: ProjectFilters,
) {
  let query = ctx.db.selectFrom('projects').where('deletedAt', deleted ? 'is not' : 'is', null);
  if (status) query = query.where('isPublished', '=', status === 'published');
  if (category) query = query.where('industryCategory', '=', category);
  if (search) {
    query = query.where(
      hasText(
        sql`title, industry_category, client_name, short_description, array_to_string(tech_stack, chr(10))`,
        search,
      ),
    );
  }
  return query;
}

/** A page of the projects, newest first; of the deleted ones, the last deleted first. */
export async function listAdminProjects(
  ctx: ServiceContext,
  {
    cursor,
    limit,
    ...filters
  }: ProjectFilters & { cursor?: Cursor | undefined; limit?: number | undefined },
): Promise<{ items: AdminProjectSummary[]; nextCursor: string | null }> {
  requireAdmin(ctx);
  const { items, nextCursor } = await readNewestPage(
    selectFiltered(ctx, filters).select(SUMMARY_COLUMNS),
    { by: filters.deleted ? 'deletedAt' : 'createdAt', cursor, limit },
  );
  return { items: items.map(presentAdminSummary), nextCursor };
}

/** How many projects a filter finds. */
export async function countAdminProjects(
  ctx: ServiceContext,
  filters: ProjectFilters,
): Promise<number> {
  requireAdmin(ctx);
  return countRows(selectFiltered(ctx, filters));
}

/** A project, published or not, that was not deleted. */
export async function getAdminProject(ctx: ServiceContext, id: string): Promise<AdminProject> {
  requireAdmin(ctx);
  const row = await ctx.db
    .selectFrom('projects')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return presentAdminProject(row);
}

function valuesOf(input: ProjectInput) {
  return {
    title: input.title,
    shortDescription: input.shortDescription,
    fullDescription: input.fullDescription,
    industryCategory: input.industryCategory,
    techStack: input.techStack,
    featuredImageUrl: input.featuredImageUrl,
    featuredImageAlt: input.featuredImageAlt,
    galleryImages: input.galleryImages,
    clientName: input.clientName,
    clientQuote: input.clientQuote,
    challengeText: input.challengeText,
    solutionText: input.solutionText,
    resultsText: input.resultsText,
    isPublished: input.isPublished,
  };
}

export async function createProject(
  ctx: ServiceContext,
  input: ProjectInput,
): Promise<AdminProject> {
  requireAdmin(ctx);
  const row = await ctx.db
    .insertInto('projects')
    .values({ id: uuidV7(), ...valuesOf(input) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return presentAdminProject(row);
}

/** Changes a project, unless it is newer than the version that was changed. */
export async function updateProject(
  ctx: ServiceContext,
  id: string,
  { updatedAt, ...input }: ProjectChange,
): Promise<AdminProject> {
  requireAdmin(ctx);
  const row = await ctx.db
    .updateTable('projects')
    .set(valuesOf(input))
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('updatedAt', '=', new Date(updatedAt))
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row) return presentAdminProject(row);
  // Throws when the project does not exist any more.
  await getAdminProject(ctx, id);
  throw new ServiceError('CONFLICT', PROJECT_MESSAGES.conflict);
}

/** Takes a project off the site; it can be restored for 30 days. */
export async function removeProject(ctx: ServiceContext, id: string): Promise<void> {
  await removeContent(ctx, 'projects', id, PROJECT_MESSAGES);
}

/** Brings a deleted project back as it was. */
export async function restoreProject(ctx: ServiceContext, id: string): Promise<AdminProject> {
  await restoreContent(ctx, 'projects', id, PROJECT_MESSAGES);
  return getAdminProject(ctx, id);
}
