import { Hono } from 'hono';
import { TESTIMONIAL_MESSAGES } from '#shared/testimonials-form.ts';
import {
  adminTestimonialSchema,
  testimonialChangeSchema,
  newTestimonialSchema,
} from '#shared/testimonials-schema.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { validateQuery, validateWireJson } from '../../http/validate.ts';
import { wireOf } from '../../http/wire.ts';
import { LIMITS } from '../../limits.ts';
import {
  countManagedTestimonials,
  createTestimonial,
  getManagedTestimonial,
  listManagedTestimonials,
  removeTestimonial,
  restoreTestimonial,
  updateTestimonial,
} from '../../services/testimonials/index.ts';
import type { ApiDeps } from '../deps.ts';
import { contentCountQuery, contentListQuery, rowIdOf } from './content-requests.ts';

const { encode } = wireOf(adminTestimonialSchema);

export function testimonialsAdminApi({ contextOf }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.get('/', validateQuery(contentListQuery), async (c) => {
    const page = await listManagedTestimonials(contextOf(c), c.req.valid('query'));
    return privateAnswer({ items: page.items.map(encode), next_cursor: page.nextCursor });
  });

  router.get('/count', validateQuery(contentCountQuery), async (c) =>
    privateAnswer({ total: await countManagedTestimonials(contextOf(c), c.req.valid('query')) }),
  );

  router.post('/', validateWireJson(newTestimonialSchema, LIMITS.contentBody), async (c) =>
    privateAnswer(encode(await createTestimonial(contextOf(c), c.req.valid('json'))), 201),
  );

  router.get('/:id', async (c) => {
    const id = rowIdOf(c, TESTIMONIAL_MESSAGES.notFound);
    return privateAnswer(encode(await getManagedTestimonial(contextOf(c), id)));
  });

  router.put('/:id', validateWireJson(testimonialChangeSchema, LIMITS.contentBody), async (c) => {
    const id = rowIdOf(c, TESTIMONIAL_MESSAGES.notFound);
    return privateAnswer(encode(await updateTestimonial(contextOf(c), id, c.req.valid('json'))));
  });

  router.delete('/:id', async (c) => {
    await removeTestimonial(contextOf(c), rowIdOf(c, TESTIMONIAL_MESSAGES.notFound));
    return privateAnswer({ success: true });
  });

  router.post('/:id/restore', async (c) => {
    const id = rowIdOf(c, TESTIMONIAL_MESSAGES.notFound);
    return privateAnswer(encode(await restoreTestimonial(contextOf(c), id)));
  });

  return router;
}
