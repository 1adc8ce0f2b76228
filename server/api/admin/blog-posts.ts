import { Hono } from 'hono';
import * as z from 'zod';
import { BLOG_POST_MESSAGES } from '#shared/blog-posts/messages.ts';
import { BLOG_POST_LIMITS } from '#shared/blog-posts/values.ts';
import { rawText } from '#shared/common/text.ts';
import { ServiceError } from '#server/errors.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateWireJson } from '#server/http/api/validate.ts';
import { LIMITS } from '#server/limits.ts';
import { listBlogPostCategories, previewMarkdown } from '#server/services/blog-posts/index.ts';

const previewSchema = z.object({
  markdown: rawText('The text is missing').max(
    BLOG_POST_LIMITS.content,
    BLOG_POST_MESSAGES.tooLong(BLOG_POST_LIMITS.content),
  ),
});

/** What blog posts have beside the endpoints of all content: their categories, and a preview of their text. */
export const blogPostsAdminApi = new Hono<HonoEnv>()
  .get('/categories', async (c) =>
    privateResponse({ items: await listBlogPostCategories(contextOf(c)) }),
  )
  .post(
    '/preview',
    validateWireJson(previewSchema, { maxBytes: LIMITS.contentBody }),
    async (c) => {
      const preview = await previewMarkdown(contextOf(c), c.req.valid('json').markdown);
      if (!preview) throw new ServiceError('UNPROCESSABLE', 'Error rendering content');
      return privateResponse(preview);
    },
  );
