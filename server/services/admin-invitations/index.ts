export { acceptInvitation, getInvitationOffer } from './accept.ts';
export { createInvitation, listInvitations, resendInvitation, revokeInvitation } from './manage.ts';
export { invitationToken, readMailedInvitation } from './token.ts';
