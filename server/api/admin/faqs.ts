import { Hono } from 'hono';
import { adminFaqSchema, faqMoveSchema } from '#shared/faqs/admin-schema.ts';
import { FAQ_MESSAGES } from '#shared/faqs/messages.ts';
import { recordResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateWireJson } from '#server/http/api/validate.ts';
import { moveFaq } from '#server/services/faqs/index.ts';
import { rowIdOf } from './row-id.ts';

/** What questions have beside the endpoints of all content: their order. */
export const faqsAdminApi = new Hono<HonoEnv>().post(
  '/:id/move',
  validateWireJson(faqMoveSchema),
  async (c) => {
    const id = rowIdOf(c, FAQ_MESSAGES.notFound);
    const { direction } = c.req.valid('json');
    return recordResponse(adminFaqSchema, await moveFaq(contextOf(c), id, direction));
  },
);
