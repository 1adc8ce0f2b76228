export { acceptInvitation, getInvitationOffer } from './accept-invitation.ts';
export { changePassword, getAccount, updateProfile } from './account.ts';
export { findMailedAccount } from './rights.ts';
export { listAdministrators, updateAdministrator } from './administrators.ts';
export {
  createAdmin,
  disableAdmin,
  ensureFirstAdmin,
  listAdmins,
  type NewCredentials,
  resetPassword,
  setRole,
} from './command-line.ts';
export { confirmDevice, endDevice, listDevices } from './devices.ts';
export {
  confirmSecondFactor,
  disableSecondFactor,
  enrolSecondFactor,
} from './enrol-second-factor.ts';
export {
  createInvitation,
  invitationToken,
  listInvitations,
  readMailedInvitation,
  resendInvitation,
  revokeInvitation,
} from './invitations.ts';
export { endOwnSession, listSessions } from './own-sessions.ts';
export {
  createPasskey,
  deletePasskey,
  listPasskeys,
  startPasskeyRegistration,
} from './passkeys.ts';
export { hashPassword, isPasswordCorrect } from './password.ts';
export { provePresence, provePresenceByPasskey, startPasskeyProof } from './proof.ts';
export { authenticate, signIn, signOut, verifyChallenge } from './sign-in.ts';
export {
  encryptStoredTotpSecrets,
  encryptTotpSecret,
  fitsTotpSecrets,
  removeUnreadableTotpSecrets,
} from './totp-secret.ts';
export {
  type RelyingParty,
  relyingPartyOf,
  signInWithPasskey,
  startPasskeySignIn,
} from './verify-passkey.ts';
