export { acceptInvitation, getInvitationOffer } from './accept.ts';
export { createInvitation, listInvitations, resendInvitation, revokeInvitation } from './manage.ts';
export { readMailedInvitation } from './mail.ts';
export { invitationToken } from './token.ts';
