import { Hono, type Context, type MiddlewareHandler } from 'hono';
import * as z from 'zod';
import type { ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { contentResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/base/request-context.ts';
import { validateQuery } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import {
  findBlogPost,
  listBlogPosts,
  listRelatedBlogPosts,
} from '#server/services/blog-posts/index.ts';
import { listFaqs } from '#server/services/faqs/index.ts';
import { findProject, listProjects } from '#server/services/projects/index.ts';
import { listTeamMembers } from '#server/services/team-members/index.ts';
import { listTestimonials } from '#server/services/testimonials/index.ts';
import { blogPostSchema, blogPostSummarySchema } from '#shared/blog-posts/schema.ts';
import { faqSchema } from '#shared/faqs/schema.ts';
import { projectSchema, projectSummarySchema } from '#shared/projects/schema.ts';
import { teamMemberSchema } from '#shared/team-members/schema.ts';
import { testimonialSchema } from '#shared/testimonials/schema.ts';
import { describeEndpoint } from './base/describe.ts';
import { categoryQuery, limitQuery } from './base/queries.ts';

type Endpoint<Schema extends z.ZodObject, Query extends z.ZodObject> = {
  summary: string;
  description?: string;
  holds: string;
  schema: Schema;
  query?: Query;
} & (
  | { list: Read<Query, z.output<Schema>[]>; notFound?: string }
  | { find: Read<Query, z.output<Schema>>; notFound: string }
);

type Read<Query extends z.ZodObject, Found> = (
  ctx: ServiceContext,
  input: z.output<Query> & Record<'id' | 'slug', string>,
) => Promise<Found | null>;

function content<Schema extends z.ZodObject, Query extends z.ZodObject = z.ZodObject>(
  endpoint: Endpoint<Schema, Query>,
): MiddlewareHandler<HonoEnv>[] {
  const { summary, description, holds, query, notFound } = endpoint;
  const { schema, encode } = wireOf(endpoint.schema);
  const [read, response] =
    'list' in endpoint ? [endpoint.list, z.array(schema)] : [endpoint.find, schema];
  return [
    describeEndpoint({
      part: 'content',
      summary,
      description,
      response: { status: 200, description: holds, schema: response },
      errors: [
        ...(query ? (['VALIDATION'] as const) : []),
        ...(notFound ? (['NOT_FOUND'] as const) : []),
      ],
    }),
    ...(query ? [validateQuery(query)] : []),
    async (c: Context<HonoEnv>) => {
      const input = { ...c.req.param(), ...(query && (c.req.valid('query' as never) as object)) };
      const found = await read(contextOf(c), input as never);
      if (!found) throw new ServiceError('NOT_FOUND', notFound ?? '');
      const records = [found].flat().map((record) => encode(record as never));
      return contentResponse(c.req.raw, 'list' in endpoint ? records : records[0]);
    },
  ];
}

const NO_POST = "The blog post you're looking for doesn't exist.";

const ENDPOINTS = {
  '/testimonials': content({
    summary: 'Featured testimonials, newest first',
    holds: 'The testimonials',
    schema: testimonialSchema,
    list: listTestimonials,
  }),
  '/team-members': content({
    summary: 'Published team members, in their order',
    holds: 'The team members',
    schema: teamMemberSchema,
    list: listTeamMembers,
  }),
  '/blog-posts': content({
    summary: 'Published blog posts, newest first',
    holds: 'The posts',
    schema: blogPostSummarySchema,
    query: z.object({ category: categoryQuery, limit: limitQuery }),
    list: listBlogPosts,
  }),
  '/blog-posts/:slug': content({
    summary: 'One published blog post',
    description:
      '`content_html` is `content` rendered and sanitised; it is null when the text cannot be rendered. A former slug finds the post too.',
    holds: 'The post',
    schema: blogPostSchema,
    find: (ctx, { slug }) => findBlogPost(ctx, slug),
    notFound: NO_POST,
  }),
  '/blog-posts/:slug/related': content({
    summary: 'Up to three other published posts of the same category',
    holds: 'The posts',
    schema: blogPostSummarySchema,
    async list(ctx, { slug }) {
      const post = await findBlogPost(ctx, slug);
      return post && listRelatedBlogPosts(ctx, post);
    },
    notFound: NO_POST,
  }),
  '/faqs': content({
    summary: 'Published questions and answers, in their order',
    holds: 'The questions',
    schema: faqSchema,
    list: listFaqs,
  }),
  '/projects': content({
    summary: 'Published projects, newest first',
    holds: 'The projects',
    schema: projectSummarySchema.omit({ featuredImageAlt: true }),
    query: z.object({ category: categoryQuery }),
    list: listProjects,
  }),
  '/projects/:id': content({
    summary: 'One published project',
    holds: 'The project',
    schema: projectSchema,
    find: (ctx, { id }) => findProject(ctx, id),
    notFound: 'There is no such project.',
  }),
};

export const contentApi = new Hono<HonoEnv>();
for (const [path, handlers] of Object.entries(ENDPOINTS)) {
  contentApi.on('GET', [path], ...handlers);
}
