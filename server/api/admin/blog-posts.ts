import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { BLOG_POST_LIMITS, BLOG_POST_MESSAGES } from '#shared/blog-posts-form.ts';
import {
  adminBlogPostSchema,
  adminBlogPostSummarySchema,
  blogPostChangeSchema,
  blogPostInputSchema,
} from '#shared/blog-posts-schema.ts';
import { rawText } from '#shared/common/text.ts';
import { ServiceError } from '../../errors.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { validateQuery, validateWireJson } from '../../http/validate.ts';
import { wireOf } from '../../http/wire.ts';
import { LIMITS } from '../../limits.ts';
import {
  countAdminBlogPosts,
  createBlogPost,
  getAdminBlogPost,
  listAdminBlogPosts,
  listBlogPostCategories,
  previewMarkdown,
  removeBlogPost,
  restoreBlogPost,
  updateBlogPost,
} from '../../services/blog-posts/index.ts';
import type { ApiDeps } from '../deps.ts';
import { contentCountQuery, contentListQuery, rowIdOf } from './content-requests.ts';
import { timeCursorQuery } from './time-cursor.ts';

const summary = wireOf(adminBlogPostSummarySchema);
const whole = wireOf(adminBlogPostSchema);

const filters = {
  status: z.enum(['published', 'draft'], { error: 'The status is published or draft' }).optional(),
  category: rawText().max(BLOG_POST_LIMITS.category, 'The category is too long').optional(),
};
const countQuery = contentCountQuery.extend(filters);
const listQuery = contentListQuery.extend({ ...filters, cursor: timeCursorQuery });

const previewSchema = z.object({
  markdown: rawText('The text is missing').max(
    BLOG_POST_LIMITS.content,
    BLOG_POST_MESSAGES.tooLong(BLOG_POST_LIMITS.content),
  ),
});

function idOf(c: Context): string {
  return rowIdOf(c, BLOG_POST_MESSAGES.notFound);
}

export function blogPostsAdminApi({ contextOf }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.get('/', validateQuery(listQuery), async (c) => {
    const page = await listAdminBlogPosts(contextOf(c), c.req.valid('query'));
    return privateAnswer({ items: page.items.map(summary.encode), next_cursor: page.nextCursor });
  });

  router.get('/count', validateQuery(countQuery), async (c) =>
    privateAnswer({ total: await countAdminBlogPosts(contextOf(c), c.req.valid('query')) }),
  );

  router.get('/categories', async (c) =>
    privateAnswer({ items: await listBlogPostCategories(contextOf(c)) }),
  );

  router.post('/preview', validateWireJson(previewSchema, LIMITS.contentBody), async (c) => {
    const html = await previewMarkdown(contextOf(c), c.req.valid('json').markdown);
    if (html === null) throw new ServiceError('UNPROCESSABLE', 'Error rendering content');
    return privateAnswer({ html });
  });

  router.post('/', validateWireJson(blogPostInputSchema, LIMITS.contentBody), async (c) => {
    const post = await createBlogPost(contextOf(c), c.req.valid('json'));
    return privateAnswer(whole.encode(post), 201);
  });

  router.get('/:id', async (c) => {
    const post = await getAdminBlogPost(contextOf(c), idOf(c));
    return privateAnswer(whole.encode(post));
  });

  router.put('/:id', validateWireJson(blogPostChangeSchema, LIMITS.contentBody), async (c) => {
    const post = await updateBlogPost(contextOf(c), idOf(c), c.req.valid('json'));
    return privateAnswer(whole.encode(post));
  });

  router.delete('/:id', async (c) => {
    await removeBlogPost(contextOf(c), idOf(c));
    return privateAnswer({ success: true });
  });

  router.post('/:id/restore', async (c) => {
    const post = await restoreBlogPost(contextOf(c), idOf(c));
    return privateAnswer(whole.encode(post));
  });

  return router;
}
