import * as z from 'zod';
import { limitedText, rawText } from '#shared/common/text.ts';
import {
  asOptional,
  blankLineField,
  buildEmpty,
  describeField,
  imageField,
  lineField,
  listLabels,
  orNull,
  switchField,
  textField,
} from '#shared/site-content/fields.ts';
import { PROJECT_LIMITS, splitList } from './values.ts';
import { PROJECT_MESSAGES } from './messages.ts';
import { projectSchema } from './schema.ts';
import { isMediaPath } from '#shared/uploads/values.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';

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

const result = z.strictObject(
  {
    metric: lineField({ label: 'What was measured', max: 80, isRequired: true }),
    before: asOptional(blankLineField({ label: 'Before', max: 40 })),
    after: lineField({ label: 'After', max: 40, isRequired: true }),
    howMeasured: asOptional(blankLineField({ label: 'How it was measured', max: 200 })),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? PROJECT_MESSAGES.results : undefined) },
);

const results = z
  .array(result, { error: PROJECT_MESSAGES.results })
  .max(PROJECT_LIMITS.results, PROJECT_MESSAGES.tooManyResults);

const industryCategory = rawText(PROJECT_MESSAGES.industryCategory)
  .max(PROJECT_LIMITS.industryCategory, PROJECT_MESSAGES.industryCategory)
  .meta({ description: 'One of the project categories; empty when none is offered' });

const story = (label: string, rows = 4) => orNull(textField({ label, max: 20_000, rows }));

export const PROJECT_FIELDS = z.object({
  title: lineField({ label: 'Title', max: 200, isRequired: true }),
  shortDescription: textField({ label: 'Short description', max: 500, isRequired: true, rows: 2 }),
  fullDescription: story('Full description', 5),
  industryCategory: describeField(industryCategory, {
    label: 'Industry category',
    input: 'choice',
    empty: '',
  }),
  techStack: describeField(techStack, {
    label: 'Tech stack',
    help: 'Separated by commas',
    input: 'line',
    empty: [],
  }),
  featuredImageUrl: imageField({ label: 'Featured image', folder: 'project-images' }),
  featuredImageAlt: blankLineField({ label: 'Alternative text', max: 300 }),
  galleryImages: describeField(galleryImages, {
    label: 'Gallery images',
    help: 'Addresses of uploaded images, separated by commas. An upload adds its address; its thumbnail opens its focal point.',
    input: 'text',
    empty: [],
  }),
  clientName: orNull(lineField({ label: 'Client name', max: 200 })),
  clientQuote: orNull(textField({ label: 'Client quote', max: 2_000, rows: 2 })),
  challengeText: story('Challenge'),
  solutionText: story('Solution'),
  resultsText: story('Results'),
  results: describeField(results, {
    label: 'Measured results',
    help: 'Each is shown as a large figure: what was measured, what it was before and after. The project page shows them in this order, the home page the first.',
    input: 'items',
    item: result,
    itemLabel: 'Result',
    max: PROJECT_LIMITS.results,
    empty: [],
  }),
  isFeatured: switchField({
    label: 'Featured',
    help: 'Featured projects come first where other pages point to the work.',
  }),
  isPublished: switchField({ label: 'Published' }),
});

export const PROJECT_LABELS = listLabels(PROJECT_FIELDS);

const { shape } = PROJECT_FIELDS;

export const projectInputSchema = PROJECT_FIELDS.extend({
  techStack: shape.techStack.default([]),
  galleryImages: shape.galleryImages.default([]),
  results: shape.results.default([]),
  isFeatured: shape.isFeatured.default(false),
  isPublished: shape.isPublished.default(false),
});

export const projectChangeSchema = projectInputSchema.extend({ updatedAt: z.iso.datetime() });

/** The same as the form has it, where lists are texts with commas. */
export const projectFormSchema = PROJECT_FIELDS.extend({
  techStack: rawText().transform(splitList).pipe(techStack),
  galleryImages: rawText().transform(splitList).pipe(galleryImages),
});

export type ProjectValues = z.input<typeof projectFormSchema>;

export const NEW_PROJECT: ProjectValues = {
  ...buildEmpty(PROJECT_FIELDS),
  techStack: '',
  galleryImages: '',
};

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
