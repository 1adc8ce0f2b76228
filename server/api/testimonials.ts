import { Hono } from 'hono';
import * as z from 'zod';
import { testimonialSchema } from '#shared/testimonials/schema.ts';
import { contentAnswer } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { listTestimonials } from '#server/services/testimonials/index.ts';
import { describeCall } from './describe.ts';

const wire = wireOf(testimonialSchema);

export function testimonialsApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.get(
    '/',
    describeCall({
      tag: 'Content',
      summary: 'Featured testimonials, newest first',
      answer: { status: 200, description: 'The testimonials', schema: z.array(wire.schema) },
      errors: ['UNAVAILABLE'],
    }),
    async (c) => {
      const testimonials = await listTestimonials(contextOf(c));
      return contentAnswer(c.req.raw, testimonials.map(wire.encode));
    },
  );

  return router;
}
