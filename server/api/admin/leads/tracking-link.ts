import * as z from 'zod';
import {
  getTrackingLink,
  restoreEmail,
  revokeTrackingLink,
} from '#server/services/tracking/index.ts';
import type { Lead } from '#server/services/leads/index.ts';
import { endpoint, record, routerOf } from '#server/api/admin/endpoint.ts';

const linkSchema = z.object({
  path: z.string().meta({ description: 'Where the page is, below the address of the site' }),
});

export function trackingLinkAdminApi({ table, idColumn, notFound }: Lead) {
  const refOf = (id: string) => (idColumn === 'orderId' ? { orderId: id } : { messageId: id });
  return routerOf(table, {
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
  });
}
