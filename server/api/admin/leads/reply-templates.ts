import {
  newTemplateSchema,
  replyTemplateSchema,
  templateChangeSchema,
} from '#shared/conversations/admin-schema.ts';
import { TEMPLATE_MESSAGES } from '#shared/conversations/messages.ts';
import { done, endpoint, list, record, routerOf } from '#server/api/base/endpoint.ts';
import {
  createReplyTemplate,
  deleteReplyTemplate,
  listReplyTemplates,
  updateReplyTemplate,
} from '#server/services/reply-templates/index.ts';

const { notFound } = TEMPLATE_MESSAGES;

export const replyTemplatesAdminApi = routerOf('replyTemplates', {
  'GET /': endpoint({
    summary: 'The templates of replies',
    response: list(replyTemplateSchema),
    run: async (ctx) => ({ items: await listReplyTemplates(ctx), nextCursor: null }),
  }),
  'POST /': endpoint({
    summary: 'Saves a template under a name',
    body: newTemplateSchema,
    errors: ['CONFLICT'],
    response: record(replyTemplateSchema, 201),
    run: (ctx, { body }) => createReplyTemplate(ctx, body),
  }),
  'PATCH /:id': endpoint({
    summary: 'Renames a template or replaces its text',
    body: templateChangeSchema,
    notFound,
    errors: ['CONFLICT'],
    response: record(replyTemplateSchema),
    run: (ctx, { id, body }) => updateReplyTemplate(ctx, id, body),
  }),
  'DELETE /:id': endpoint({
    summary: 'Deletes a template',
    notFound,
    response: done,
    run: (ctx, { id }) => deleteReplyTemplate(ctx, id),
  }),
});
