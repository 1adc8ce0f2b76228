import { Hono } from 'hono';
import { adminFaqSchema, faqMoveSchema } from '#shared/faqs/admin-schema.ts';
import { FAQ_MESSAGES } from '#shared/faqs/messages.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { moveFaq } from '#server/services/faqs/index.ts';
import { rowIdOf } from './row-id.ts';

const { encode } = wireOf(adminFaqSchema);

/** What questions have beside the endpoints of all content: their order. */
export function faqsAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.post('/:id/move', validateWireJson(faqMoveSchema), async (c) => {
    const id = rowIdOf(c, FAQ_MESSAGES.notFound);
    const { direction } = c.req.valid('json');
    return privateResponse(encode(await moveFaq(contextOf(c), id, direction)));
  });

  return router;
}
