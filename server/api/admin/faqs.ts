import { adminFaqSchema, faqMoveSchema } from '#shared/faqs/admin-schema.ts';
import { FAQ_MESSAGES } from '#shared/faqs/messages.ts';
import { moveFaq } from '#server/services/faqs/index.ts';
import { endpoint, record, routerOf } from './endpoint.ts';

export const faqsAdminApi = routerOf('faqs', {
  'POST /:id/move': endpoint({
    summary: 'Moves a question one place up or down',
    body: faqMoveSchema,
    notFound: FAQ_MESSAGES.notFound,
    response: record(adminFaqSchema),
    run: (ctx, { id, body }) => moveFaq(ctx, id, body.direction),
  }),
});
