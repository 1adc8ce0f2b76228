import { Hono } from 'hono';
import * as z from 'zod';
import { faqSchema } from '#shared/faqs/schema.ts';
import { contentAnswer } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { listFaqs } from '#server/services/faqs/index.ts';
import { describeCall } from './describe.ts';

const wire = wireOf(faqSchema);

export function faqsApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.get(
    '/',
    describeCall({
      tag: 'Content',
      summary: 'Published questions and answers, in their order',
      answer: { status: 200, description: 'The questions', schema: z.array(wire.schema) },
      errors: ['UNAVAILABLE'],
    }),
    async (c) => {
      const faqs = await listFaqs(contextOf(c));
      return contentAnswer(c.req.raw, faqs.map(wire.encode));
    },
  );

  return router;
}
