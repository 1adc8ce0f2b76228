import * as z from 'zod';
import {
  getTrackingLink,
  restoreEmail,
  revokeTrackingLink,
} from '#server/services/tracking/index.ts';
import type { Lead } from '#server/services/leads/index.ts';
import { done, endpoint, record } from '#server/api/base/endpoint.ts';
import { holdSchema } from '#shared/conversations/admin-schema.ts';
import { holdEnquiry, releaseEnquiry } from '#server/services/privacy/index.ts';
import { flagQuery } from '#server/api/base/queries.ts';

const linkSchema = z.object({
  path: z.string().meta({ description: 'Where the page is, below the address of the site' }),
});

/** Confirms that ending the hold erases the enquiry. */
const releaseQuery = z.object({ is_erasure_asked: flagQuery('is_erasure_asked') });

const releasedSchema = z.object({
  isErased: z.boolean().meta({ description: 'Whether the sender had asked for that meanwhile' }),
});

export function linkAndHoldEndpoints({ idColumn, notFound }: Lead) {
  const refOf = (id: string) => (idColumn === 'orderId' ? { orderId: id } : { messageId: id });
  return {
    'GET /:id/tracking-link': endpoint({
      summary: 'The link to the page of the visitor; the contact audit records who has read it',
      notFound,
      errors: ['PROOF_REQUIRED'],
      response: record(linkSchema),
      run: (ctx, { id }) => getTrackingLink(ctx, refOf(id)),
    }),
    'POST /:id/tracking-link': endpoint({
      summary: 'Revokes the link to the page of the visitor and makes a new one',
      notFound,
      errors: ['PROOF_REQUIRED'],
      response: record(linkSchema),
      run: (ctx, { id }) => revokeTrackingLink(ctx, refOf(id)),
    }),
    'POST /:id/corrections/:entryId/restore-email': endpoint({
      summary: 'Puts back the e-mail address that a correction by the visitor replaced',
      description:
        'Revokes the link to their page as well: a stranger who had it may have changed the address.',
      access: 'administration',
      notFound,
      errors: ['PROOF_REQUIRED'],
      response: record(linkSchema),
      run: (ctx, { id, entryId }) => restoreEmail(ctx, refOf(id), entryId),
    }),
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
  };
}
