import * as z from 'zod';

/** What a project has changed, as it was measured; `before` and `howMeasured` may be empty. */
export const projectResultSchema = z.object({
  metric: z.string(),
  before: z.string(),
  after: z.string(),
  howMeasured: z.string(),
});

export const projectSummarySchema = z.object({
  id: z.uuid(),
  title: z.string(),
  shortDescription: z.string(),
  industryCategory: z.string(),
  featuredImageUrl: z.string().nullable(),
  featuredImageAlt: z.string(),
  techStack: z.array(z.string()),
});

export const projectSchema = projectSummarySchema.extend({
  fullDescription: z.string().nullable(),
  galleryImages: z.array(z.string()),
  challengeText: z.string().nullable(),
  solutionText: z.string().nullable(),
  resultsText: z.string().nullable(),
  results: z.array(projectResultSchema),
  clientQuote: z.string().nullable(),
  clientName: z.string().nullable(),
  isFeatured: z.boolean(),
  isPublished: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export type ProjectResult = z.infer<typeof projectResultSchema>;

export type ProjectSummary = z.infer<typeof projectSummarySchema>;

export type Project = z.infer<typeof projectSchema>;

/** A project as other pages point to it, with the first of its results. */
export type FeaturedProject = Omit<ProjectSummary, 'techStack'> & { result: ProjectResult | null };

export type ProjectLink = Pick<
  ProjectSummary,
  'id' | 'title' | 'featuredImageUrl' | 'featuredImageAlt'
>;

/** The projects around one in the list, which goes on at its beginning; of two the other one is the next. */
export type ProjectNeighbours = { next: ProjectLink | null; previous: ProjectLink | null };
