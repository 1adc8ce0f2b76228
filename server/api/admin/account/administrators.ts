import {
  administratorChangeSchema,
  administratorSchema,
  invitationInputSchema,
  invitationSchema,
  newInvitationSchema,
} from '#shared/admin-users/admin-schema.ts';
import { ADMIN_USER_MESSAGES } from '#shared/admin-users/messages.ts';
import { done, endpoint, list, record, routerOf } from '#server/api/base/endpoint.ts';
import {
  createInvitation,
  listAdministrators,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  updateAdministrator,
} from '#server/services/accounts/index.ts';

const INVITATION_ERRORS = ['PROOF_REQUIRED', 'CONFLICT'] as const;

export const administratorsAdminApi = routerOf('adminUsers', {
  'GET /': endpoint({
    summary: 'All administrators',
    response: list(administratorSchema),
    run: async (ctx) => ({ items: await listAdministrators(ctx) }),
  }),
  'GET /invitations': endpoint({
    summary: 'The invitations that are neither used nor revoked',
    response: list(invitationSchema),
    run: async (ctx) => ({ items: await listInvitations(ctx) }),
  }),
  'POST /invitations': endpoint({
    summary: 'Invites somebody by mail',
    description: 'The link opens for 48 hours, and makes one account. It is in this response only.',
    body: invitationInputSchema,
    errors: INVITATION_ERRORS,
    response: record(newInvitationSchema, 201),
    run: (ctx, { body }) => createInvitation(ctx, body),
  }),
  'POST /invitations/:id/resend': endpoint({
    summary: 'Sends an invitation again with another link',
    description: 'For another 48 hours; the link of before opens nothing any more.',
    notFound: ADMIN_USER_MESSAGES.noInvitation,
    errors: INVITATION_ERRORS,
    response: record(newInvitationSchema),
    run: (ctx, { id }) => resendInvitation(ctx, id),
  }),
  'DELETE /invitations/:id': endpoint({
    summary: 'Revokes an invitation',
    notFound: ADMIN_USER_MESSAGES.noInvitation,
    errors: ['PROOF_REQUIRED'],
    response: done,
    run: (ctx, { id }) => revokeInvitation(ctx, id),
  }),
  'PATCH /:id': endpoint({
    summary: 'Changes the role of an administrator, keeps them out or lets them in again',
    description: 'Ends their sessions at once. The last active owner stays one.',
    body: administratorChangeSchema,
    notFound: ADMIN_USER_MESSAGES.notFound,
    errors: ['PROOF_REQUIRED', 'CONFLICT'],
    response: record(administratorSchema),
    run: (ctx, { id, body }) => updateAdministrator(ctx, id, body),
  }),
});
