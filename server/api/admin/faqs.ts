import { Hono } from 'hono';
import { FAQ_MESSAGES } from '#shared/faqs-form.ts';
import {
  adminFaqSchema,
  faqChangeSchema,
  faqMoveSchema,
  newFaqSchema,
} from '#shared/faqs-schema.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { validateQuery, validateWireJson } from '../../http/validate.ts';
import { wireOf } from '../../http/wire.ts';
import { LIMITS } from '../../limits.ts';
import {
  countManagedFaqs,
  createFaq,
  getManagedFaq,
  listManagedFaqs,
  moveFaq,
  removeFaq,
  restoreFaq,
  updateFaq,
} from '../../services/faqs/index.ts';
import type { ApiDeps } from '../deps.ts';
import { contentCountQuery, contentListQuery, rowIdOf } from './content-requests.ts';

const { encode } = wireOf(adminFaqSchema);

export function faqsAdminApi({ contextOf }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.get('/', validateQuery(contentListQuery), async (c) => {
    const page = await listManagedFaqs(contextOf(c), c.req.valid('query'));
    return privateAnswer({ items: page.items.map(encode), next_cursor: page.nextCursor });
  });

  router.get('/count', validateQuery(contentCountQuery), async (c) =>
    privateAnswer({ total: await countManagedFaqs(contextOf(c), c.req.valid('query')) }),
  );

  router.post('/', validateWireJson(newFaqSchema, LIMITS.contentBody), async (c) =>
    privateAnswer(encode(await createFaq(contextOf(c), c.req.valid('json'))), 201),
  );

  router.get('/:id', async (c) => {
    const id = rowIdOf(c, FAQ_MESSAGES.notFound);
    return privateAnswer(encode(await getManagedFaq(contextOf(c), id)));
  });

  router.put('/:id', validateWireJson(faqChangeSchema, LIMITS.contentBody), async (c) => {
    const id = rowIdOf(c, FAQ_MESSAGES.notFound);
    return privateAnswer(encode(await updateFaq(contextOf(c), id, c.req.valid('json'))));
  });

  router.delete('/:id', async (c) => {
    await removeFaq(contextOf(c), rowIdOf(c, FAQ_MESSAGES.notFound));
    return privateAnswer({ success: true });
  });

  router.post('/:id/restore', async (c) => {
    const id = rowIdOf(c, FAQ_MESSAGES.notFound);
    return privateAnswer(encode(await restoreFaq(contextOf(c), id)));
  });

  router.post('/:id/move', validateWireJson(faqMoveSchema), async (c) => {
    const id = rowIdOf(c, FAQ_MESSAGES.notFound);
    const { direction } = c.req.valid('json');
    return privateAnswer(encode(await moveFaq(contextOf(c), id, direction)));
  });

  return router;
}
