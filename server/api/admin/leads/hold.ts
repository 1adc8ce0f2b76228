import * as z from 'zod';
import { holdSchema, releaseSchema } from '#shared/conversations/admin-schema.ts';
import { holdEnquiry, releaseEnquiry } from '#server/services/erasures/index.ts';
import type { Lead } from '#server/services/leads/index.ts';
import { done, endpoint, record, routerOf } from '#server/api/admin/endpoint.ts';

const releasedSchema = z.object({
  isErased: z.boolean().meta({ description: 'Whether the sender had asked for that meanwhile' }),
});

/** The legal hold of an enquiry; the same for both kinds. */
export function holdAdminApi({ table, idColumn, notFound }: Lead) {
  const refOf = (id: string) => (idColumn === 'orderId' ? { orderId: id } : { messageId: id });
  return routerOf(table, {
    'POST /:id/hold': endpoint({
      summary: 'Puts an enquiry on legal hold: nothing purges or erases it',
      access: 'administration',
      body: holdSchema,
      notFound,
      errors: ['CONFLICT'],
      response: done,
      run: (ctx, { id, body }) => holdEnquiry(ctx, refOf(id), body.reason),
    }),
    'DELETE /:id/hold': endpoint({
      summary: 'Ends a legal hold, and erases the enquiry if its sender has asked for that',
      access: 'administration',
      query: releaseSchema,
      notFound,
      errors: ['PROOF_REQUIRED', 'CONFLICT'],
      response: record(releasedSchema),
      run: (ctx, { id, query }) =>
        releaseEnquiry(ctx, refOf(id), { isErasureAsked: query.is_erasure_asked }),
    }),
  });
}
