import * as z from 'zod';
import { CONTENT_ACTIONS } from '#shared/content/values.ts';
import { bulkResultsSchema, bulkSchema } from '#shared/common/bulk.ts';
import { rawText } from '#shared/common/text.ts';
import { LIMITS } from '#server/core/limits.ts';
import type { Content } from '#server/services/content/index.ts';
import { optionalKeySchema } from '#server/api/base/idempotency-key.ts';
import { flagQuery, pageQuery, sortQuery } from '#server/api/base/queries.ts';
import { countSchema, done, endpoint, list, record, routerOf } from '#server/api/base/endpoint.ts';
import { BLOG_POST_LIMITS } from '#shared/blog-posts/values.ts';
import { FIELD_MESSAGES } from '#shared/site-content/messages.ts';
import { markdownPreviewSchema } from '#shared/documents/preview.ts';
import { ServiceError } from '#server/core/errors.ts';
import { listBlogPostCategories, previewMarkdown } from '#server/services/blog-posts/index.ts';
import { FAQ, faqMoveSchema } from '#shared/faqs/admin-schema.ts';
import { moveFaq } from '#server/services/faqs/index.ts';

const searchQuery = rawText()
  .max(200, 'The search is too long')
  .transform((text) => text.trim() || undefined)
  .optional();

const action = z.enum(CONTENT_ACTIONS, { error: 'The action is not known' });

export function contentAdminApi(content: Content) {
  const { schemas, filters = {} } = content;
  const { notFound } = content.messages;
  const filterQueries = Object.entries(filters).map(([name, { query }]) => [name, query]);
  const countQuery = z.object({
    search: searchQuery,
    deleted: flagQuery('deleted'),
    ...(Object.fromEntries(filterQueries) as z.ZodRawShape),
  });

  return routerOf(content.table, {
    'GET /': endpoint({
      summary: 'A page of the records, or of those that were deleted',
      query: countQuery.extend({ sort: sortQuery(content.sorts), ...pageQuery.shape }),
      response: list(schemas.summary),
      run: (ctx, { query }) => content.adminList(ctx, query),
    }),
    'GET /count': endpoint({
      summary: 'How many records a filter finds',
      query: countQuery,
      response: record(countSchema),
      run: async (ctx, { query }) => ({ total: await content.count(ctx, query) }),
    }),
    'POST /': endpoint({
      summary: 'Creates a record',
      description: 'With an `Idempotency-Key`, what is sent again is created once.',
      headers: optionalKeySchema,
      body: schemas.input,
      bodyOptions: { maxBytes: LIMITS.contentBody },
      errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE'],
      response: record(schemas.record, 201),
      run: (ctx, { body, headers }) => content.create(ctx, body, headers['idempotency-key']),
    }),
    'POST /bulk': endpoint({
      summary: 'Publishes, withdraws, deletes or restores many records, all or none',
      description:
        'Either `ids` names them, or `filter` finds them and `expected_total` says how many they are.',
      body: bulkSchema(countQuery.shape, { action }),
      errors: ['CONFLICT', 'UNPROCESSABLE'],
      response: record(bulkResultsSchema({})),
      run: async (ctx, { body }) => ({ results: await content.changeAll(ctx, body) }),
    }),
    'GET /:id': endpoint({
      summary: 'A record',
      notFound,
      response: record(schemas.record),
      run: (ctx, { id }) => content.get(ctx, id),
    }),
    'PUT /:id': endpoint({
      summary: 'Changes a record',
      description:
        'It can be sent back as it was read. With `updated_at`, a newer version is not overwritten.',
      body: schemas.change,
      bodyOptions: { maxBytes: LIMITS.contentBody, record: schemas.record },
      notFound,
      errors: ['CONFLICT'],
      response: record(schemas.record),
      run: (ctx, { id, body }) => content.update(ctx, id, body),
    }),
    'DELETE /:id': endpoint({
      summary: 'Deletes a record, which can be restored for 30 days',
      notFound,
      response: done,
      run: (ctx, { id }) => content.delete(ctx, id),
    }),
    'POST /:id/restore': endpoint({
      summary: 'Restores a deleted record',
      notFound,
      errors: ['CONFLICT'],
      response: record(schemas.record),
      run: (ctx, { id }) => content.restore(ctx, id),
    }),
  });
}

const previewSchema = z.object({
  markdown: rawText('The text is missing').max(
    BLOG_POST_LIMITS.content,
    FIELD_MESSAGES.tooLong('The text', BLOG_POST_LIMITS.content),
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

export const faqsAdminApi = routerOf('faqs', {
  'POST /:id/move': endpoint({
    summary: 'Moves a question one place up or down',
    body: faqMoveSchema,
    notFound: FAQ.messages.notFound,
    response: record(FAQ.schemas.record),
    run: (ctx, { id, body }) => moveFaq(ctx, id, body.direction),
  }),
});
