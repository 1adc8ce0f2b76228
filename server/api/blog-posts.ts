import { Hono } from 'hono';
import * as z from 'zod';
import { blogPostSchema, blogPostSummarySchema } from '#shared/blog-posts/schema.ts';
import { ServiceError } from '#server/errors.ts';
import { contentResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateQuery } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import {
  findBlogPost,
  listBlogPosts,
  listRelatedBlogPosts,
} from '#server/services/blog-posts/index.ts';
import { describeEndpoint } from './describe.ts';
import { categoryQuery, limitQuery } from './queries.ts';

const summary = wireOf(blogPostSummarySchema);
const whole = wireOf(blogPostSchema);

const listQuerySchema = z.object({ category: categoryQuery, limit: limitQuery });

function notFound(): ServiceError {
  return new ServiceError('NOT_FOUND', "The blog post you're looking for doesn't exist.");
}

export const blogPostsApi = new Hono<HonoEnv>()
  .get(
    '/',
    describeEndpoint({
      tag: 'Content',
      summary: 'Published blog posts, newest first',
      response: { status: 200, description: 'The posts', schema: z.array(summary.schema) },
      errors: ['VALIDATION', 'UNAVAILABLE'],
    }),
    validateQuery(listQuerySchema),
    async (c) => {
      const posts = await listBlogPosts(contextOf(c), c.req.valid('query'));
      return contentResponse(c.req.raw, posts.map(summary.encode));
    },
  )
  .get(
    '/:slug',
    describeEndpoint({
      tag: 'Content',
      summary: 'One published blog post',
      description:
        '`content_html` is `content` rendered and sanitised; it is null when the text cannot be rendered. A former slug finds the post too.',
      response: { status: 200, description: 'The post', schema: whole.schema },
      errors: ['NOT_FOUND', 'UNAVAILABLE'],
    }),
    async (c) => {
      const post = await findBlogPost(contextOf(c), c.req.param('slug'));
      if (!post) throw notFound();
      return contentResponse(c.req.raw, whole.encode(post));
    },
  )
  .get(
    '/:slug/related',
    describeEndpoint({
      tag: 'Content',
      summary: 'Up to three other published posts of the same category',
      response: { status: 200, description: 'The posts', schema: z.array(summary.schema) },
      errors: ['NOT_FOUND', 'UNAVAILABLE'],
    }),
    async (c) => {
      const ctx = contextOf(c);
      const post = await findBlogPost(ctx, c.req.param('slug'));
      if (!post) throw notFound();
      const related = await listRelatedBlogPosts(ctx, post);
      return contentResponse(c.req.raw, related.map(summary.encode));
    },
  );
