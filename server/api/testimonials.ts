import { Hono } from 'hono';
import * as z from 'zod';
import { testimonialSchema } from '#shared/testimonials/schema.ts';
import { contentAnswer } from '../http/json-answer.ts';
import type { HonoEnv } from '../http/request-context.ts';
import { wireOf } from '../http/wire.ts';
import { listTestimonials } from '../services/testimonials/index.ts';
import type { ApiDeps } from './deps.ts';
import { describeCall } from './describe.ts';

const wire = wireOf(testimonialSchema);

export function testimonialsApi({ contextOf }: ApiDeps) {
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
