import * as z from 'zod';
import { limitedText, rawText, textFields } from '#shared/common/text.ts';
import { PROJECT_LIMITS, splitList } from './values.ts';
import { PROJECT_MESSAGES } from './messages.ts';
import { projectSchema } from './schema.ts';
import { optionalImageUrl } from '#shared/uploads/admin-schema.ts';
import { isMediaPath } from '#shared/uploads/values.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';

const { required, optional, blank } = textFields(PROJECT_LIMITS, PROJECT_MESSAGES);

function withoutRepeats(entries: string[]): string[] {
  return [...new Set(entries.filter(Boolean))];
}

const techStack = z
  .array(
    limitedText({
      max: PROJECT_LIMITS.technology,
      message: PROJECT_MESSAGES.techStack,
      tooLong: PROJECT_MESSAGES.technologyTooLong,
    }),
    { error: PROJECT_MESSAGES.techStack },
  )
  .max(PROJECT_LIMITS.technologies, PROJECT_MESSAGES.tooManyTechnologies)
  .transform(withoutRepeats);

const galleryImages = z
  .array(
    rawText(PROJECT_MESSAGES.galleryImages)
      .trim()
      .refine((url) => url === '' || isMediaPath(url), UPLOAD_MESSAGES.notOurs),
    { error: PROJECT_MESSAGES.galleryImages },
  )
  .max(PROJECT_LIMITS.galleryImages, PROJECT_MESSAGES.tooManyImages)
  .transform(withoutRepeats);

const results = z
  .array(
    z.strictObject(
      {
        metric: required('metric'),
        before: blank('before'),
        after: required('after'),
        howMeasured: blank('howMeasured'),
      },
      {
        error: (issue) => (issue.code === 'invalid_type' ? PROJECT_MESSAGES.results : undefined),
      },
    ),
    { error: PROJECT_MESSAGES.results },
  )
  .max(PROJECT_LIMITS.results, PROJECT_MESSAGES.tooManyResults);

export const projectInputSchema = z.object({
  title: required('title'),
  shortDescription: required('shortDescription'),
  fullDescription: optional('fullDescription'),
  industryCategory: rawText(PROJECT_MESSAGES.industryCategory)
    .max(PROJECT_LIMITS.industryCategory, PROJECT_MESSAGES.industryCategory)
    .meta({ description: 'One of the project categories; empty when none is offered' }),
  techStack: techStack.default([]),
  featuredImageUrl: optionalImageUrl,
  featuredImageAlt: blank('featuredImageAlt'),
  galleryImages: galleryImages.default([]),
  clientName: optional('clientName'),
  clientQuote: optional('clientQuote'),
  challengeText: optional('challengeText'),
  solutionText: optional('solutionText'),
  resultsText: optional('resultsText'),
  results: results.default([]),
  isFeatured: z.boolean().default(false),
  isPublished: z.boolean().default(false),
});

export const projectChangeSchema = projectInputSchema.extend({ updatedAt: z.iso.datetime() });

/** The same as the form has it, where lists are texts with commas. */
export const projectFormSchema = projectInputSchema.extend({
  techStack: rawText().transform(splitList).pipe(techStack),
  galleryImages: rawText().transform(splitList).pipe(galleryImages),
});

export const adminProjectSchema = projectSchema.extend({
  deletedAt: z.iso.datetime().nullable(),
  isSample: z.boolean(),
});

export const adminProjectSummarySchema = adminProjectSchema.pick({
  id: true,
  title: true,
  industryCategory: true,
  clientName: true,
  isFeatured: true,
  isPublished: true,
  createdAt: true,
  updatedAt: true,
  deletedAt: true,
  isSample: true,
});

export type AdminProjectSummary = z.infer<typeof adminProjectSummarySchema>;
export type AdminProject = z.infer<typeof adminProjectSchema>;
