import * as z from 'zod';
import { holdSchema } from '#shared/conversations/admin-schema.ts';
import { holdEnquiry, releaseEnquiry } from '#server/services/erasures/index.ts';
import type { Lead } from '#server/services/leads/index.ts';
import { flagQuery } from '#server/api/queries.ts';
import { done, endpoint, record, routerOf } from '#server/api/admin/endpoint.ts';

/** Whether whoever ends the hold has seen that this erases the enquiry. */
const releaseQuery = z.object({ is_erasure_asked: flagQuery('is_erasure_asked') });

const releasedSchema = z.object({
  isErased: z.boolean().meta({ description: 'Whether the sender had asked for that meanwhile' }),
});

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
      query: releaseQuery,
      notFound,
      errors: ['PROOF_REQUIRED', 'CONFLICT'],
      response: record(releasedSchema),
      run: (ctx, { id, query }) =>
        releaseEnquiry(ctx, refOf(id), { isErasureAsked: query.is_erasure_asked === true }),
    }),
  });
}
