import * as z from 'zod';

/** What a text loses when it is sanitised; `other` sums up what is too rare to be named. */
const removedPartSchema = z.object({
  kind: z.enum(['element', 'attribute', 'comment', 'other']),
  name: z.string(),
  count: z.int(),
  line: z.int().nullable(),
  keepsText: z.boolean(),
});

export const markdownPreviewSchema = z.object({
  html: z.string(),
  removed: z.array(removedPartSchema),
});

export type RemovedPart = z.infer<typeof removedPartSchema>;
export type MarkdownPreview = z.infer<typeof markdownPreviewSchema>;
