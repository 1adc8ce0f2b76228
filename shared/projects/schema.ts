import * as z from 'zod';
import { PROJECT_CATEGORIES } from './values.ts';

/** A project as the portfolio shows it. */
export const projectSummarySchema = z.object({
  id: z.uuid(),
  title: z.string(),
  shortDescription: z.string(),
  industryCategory: z.enum(PROJECT_CATEGORIES),
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
  clientQuote: z.string().nullable(),
  clientName: z.string().nullable(),
  isPublished: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export type ProjectSummary = z.infer<typeof projectSummarySchema>;

export type Project = z.infer<typeof projectSchema>;
