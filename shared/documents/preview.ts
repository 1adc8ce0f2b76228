import * as z from 'zod';

/** What a text loses when it is sanitised; `other` sums up what is too rare to be named. */
const removedPartSchema = z.object({
  kind: z.enum(['element', 'attribute', 'comment', 'other']),
  name: z.string(),
  count: z.int(),
  /** Where the first one stands, if it can be told. */
  line: z.int().nullable(),
  /** Whether the text inside stays. */
  keepsText: z.boolean(),
});

export const markdownPreviewSchema = z.object({
  html: z.string(),
  removed: z.array(removedPartSchema),
});

export type RemovedPart = z.infer<typeof removedPartSchema>;
export type MarkdownPreview = z.infer<typeof markdownPreviewSchema>;
