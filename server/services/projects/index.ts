import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import { defineContent, publicationFilter } from '#server/services/content/index.ts';
import {
  adminProjectSchema,
  adminProjectSummarySchema,
  projectChangeSchema,
  projectInputSchema,
} from '#shared/projects/admin-schema.ts';
import { PROJECT_MESSAGES } from '#shared/projects/messages.ts';
import {
  type FeaturedProject,
  type Project,
  type ProjectNeighbours,
  type ProjectResult,
  projectSchema,
  type ProjectSummary,
  projectSummarySchema,
} from '#shared/projects/schema.ts';
import { rawText } from '#shared/common/text.ts';
import { listOpen } from '#shared/orders/values.ts';
import { PROJECT_LIMITS } from '#shared/projects/values.ts';
import { rejectField } from '#server/core/errors.ts';
import { readContent } from '#server/services/site-content/index.ts';

// Any version: plain SQL may have written the row.
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const projects = defineContent({
  table: 'projects',
  schemas: {
    summary: adminProjectSummarySchema,
    record: adminProjectSchema,
    input: projectInputSchema,
    change: projectChangeSchema,
  },
  messages: PROJECT_MESSAGES,
  nameColumn: 'title',
  subjectOf: ({ title }) => `project "${title}"`,
  toRow: async (_, { results, ...input }) => ({ ...input, results: JSON.stringify(results) }),
  searched: sql`title, industry_category, client_name, short_description, array_to_string(tech_stack, chr(10))`,
  async afterWrite(tx, { industryCategory }, before) {
    if (industryCategory === before?.industryCategory) return;
    const { categories } = await readContent(tx, 'project-categories');
    const offered = listOpen(categories).map(({ value }) => value);
    if ((offered.length > 0 ? offered : ['']).includes(industryCategory)) return;
    throw rejectField('industry_category', PROJECT_MESSAGES.industryCategory);
  },
  filters: {
    status: publicationFilter,
    category: {
      query: rawText().max(PROJECT_LIMITS.industryCategory).optional(),
      where: (category: string) => sql<boolean>`industry_category = ${category}`,
    },
  },
});

function selectPublished(ctx: ServiceContext) {
  return ctx.db
    .selectFrom('projects')
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');
}

export async function listProjects(
  ctx: ServiceContext,
  { category }: { category?: string | undefined } = {},
): Promise<ProjectSummary[]> {
  const query = selectPublished(ctx).select(columnsOf(projectSummarySchema));
  if (category === undefined) return query.execute();
  return query.where('industryCategory', '=', category).execute();
}

export async function listFeaturedProjects(ctx: ServiceContext): Promise<FeaturedProject[]> {
  return selectPublished(ctx)
    .clearOrderBy()
    .distinctOn('industryCategory')
    .select(columnsOf(projectSummarySchema.omit({ techStack: true })))
    .select(sql<ProjectResult | null>`results -> 0`.as('result'))
    .orderBy('industryCategory')
    .orderBy('isFeatured', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function findProject(ctx: ServiceContext, id: string): Promise<Project | null> {
  if (!UUID.test(id)) return null;
  const row = await selectPublished(ctx)
    .select(columnsOf(projectSchema))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? presentRow(row) : null;
}

export async function findNeighbours(ctx: ServiceContext, id: string): Promise<ProjectNeighbours> {
  const all = await selectPublished(ctx)
    .select(['id', 'title', 'featuredImageUrl', 'featuredImageAlt'])
    .execute();
  const place = all.findIndex((project) => project.id === id);
  const next = place < 0 ? undefined : all[(place + 1) % all.length];
  const previous = all.at(place - 1);
  return {
    next: next && next.id !== id ? next : null,
    previous: previous && previous !== next ? previous : null,
  };
}

export async function listProjectPages(
  ctx: ServiceContext,
): Promise<{ id: string; updatedAt: string }[]> {
  return (await selectPublished(ctx).select(['id', 'updatedAt']).execute()).map(presentRow);
}
