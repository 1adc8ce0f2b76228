import * as z from 'zod';
import { limitedText, optionalText, rawText } from '#shared/common/text.ts';
import { PROJECT_LIMITS, splitList } from './values.ts';
import { PROJECT_MESSAGES } from './messages.ts';
import { PROJECT_CATEGORIES } from './values.ts';
import { optionalImageUrl } from '#shared/uploads/admin-schema.ts';
import { isMediaPath } from '#shared/uploads/values.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';

function requiredText(name: 'title' | 'shortDescription') {
  return limitedText({
    min: 1,
    max: PROJECT_LIMITS[name],
    message: PROJECT_MESSAGES[name],
    tooLong: PROJECT_MESSAGES.tooLong(PROJECT_LIMITS[name]),
  });
}

type OptionalField =
  | 'fullDescription'
  | 'clientName'
  | 'clientQuote'
  | 'challengeText'
  | 'solutionText'
  | 'resultsText';

function freeText(name: OptionalField) {
  return optionalText({
    max: PROJECT_LIMITS[name],
    tooLong: PROJECT_MESSAGES.tooLong(PROJECT_LIMITS[name]),
  });
}

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

/** A project as an administrator writes it. */
export const projectInputSchema = z.object({
  title: requiredText('title'),
  shortDescription: requiredText('shortDescription'),
  fullDescription: freeText('fullDescription'),
  industryCategory: z.enum(PROJECT_CATEGORIES, { error: PROJECT_MESSAGES.industryCategory }),
  techStack: techStack.default([]),
  featuredImageUrl: optionalImageUrl,
  featuredImageAlt: limitedText({
    max: PROJECT_LIMITS.featuredImageAlt,
    message: PROJECT_MESSAGES.tooLong(PROJECT_LIMITS.featuredImageAlt),
    tooLong: PROJECT_MESSAGES.tooLong(PROJECT_LIMITS.featuredImageAlt),
  }).default(''),
  galleryImages: galleryImages.default([]),
  clientName: freeText('clientName'),
  clientQuote: freeText('clientQuote'),
  challengeText: freeText('challengeText'),
  solutionText: freeText('solutionText'),
  resultsText: freeText('resultsText'),
  isPublished: z.boolean().default(false),
});

/** A changed project, with the time of the version that was changed. */
export const projectChangeSchema = projectInputSchema.extend({ updatedAt: z.iso.datetime() });

/** The same as the form has it, where lists are texts with commas. */
export const projectFormSchema = projectInputSchema.extend({
  techStack: rawText().transform(splitList).pipe(techStack),
  galleryImages: rawText().transform(splitList).pipe(galleryImages),
});

/** A project as the list of the back office shows it. */
export const adminProjectSummarySchema = z.object({
  id: z.uuid(),
  title: z.string(),
  industryCategory: z.enum(PROJECT_CATEGORIES),
  clientName: z.string().nullable(),
  isPublished: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
});

/** A whole project, published or not. */
export const adminProjectSchema = adminProjectSummarySchema.extend({
  shortDescription: z.string(),
  fullDescription: z.string().nullable(),
  techStack: z.array(z.string()),
  featuredImageUrl: z.string().nullable(),
  featuredImageAlt: z.string(),
  galleryImages: z.array(z.string()),
  clientQuote: z.string().nullable(),
  challengeText: z.string().nullable(),
  solutionText: z.string().nullable(),
  resultsText: z.string().nullable(),
});

export type AdminProjectSummary = z.infer<typeof adminProjectSummarySchema>;
export type AdminProject = z.infer<typeof adminProjectSchema>;
