import * as z from 'zod';
import { BLOG_POST_MESSAGES } from '#shared/blog-posts/messages.ts';
import { BLOG_POST_LIMITS } from '#shared/blog-posts/values.ts';
import { rawText } from '#shared/common/text.ts';
import { markdownPreviewSchema } from '#shared/documents/preview.ts';
import { ServiceError } from '#server/errors.ts';
import { LIMITS } from '#server/limits.ts';
import { listBlogPostCategories, previewMarkdown } from '#server/services/blog-posts/index.ts';
import { endpoint, record, routerOf } from './endpoint.ts';

const previewSchema = z.object({
  markdown: rawText('The text is missing').max(
    BLOG_POST_LIMITS.content,
    BLOG_POST_MESSAGES.tooLong(BLOG_POST_LIMITS.content),
  ),
});

export const blogPostsAdminApi = routerOf('blogPosts', {
  'GET /categories': endpoint({
    summary: 'The categories that posts have',
    response: record(z.object({ items: z.array(z.string()) })),
    run: async (ctx) => ({ items: await listBlogPostCategories(ctx) }),
  }),
  'POST /preview': endpoint({
    summary: 'A text as its page would show it, and what it would lose',
    body: previewSchema,
    bodyOptions: { maxBytes: LIMITS.contentBody },
    errors: ['UNPROCESSABLE'],
    response: record(markdownPreviewSchema),
    async run(ctx, { body }) {
      const preview = await previewMarkdown(ctx, body.markdown);
      if (!preview) throw new ServiceError('UNPROCESSABLE', 'Error rendering content');
      return preview;
    },
  }),
});
