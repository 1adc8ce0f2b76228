export { changePassword, getAccount, updateProfile } from './account.ts';
export { provePresence, provePresenceByPasskey, startPasskeyProof } from './prove.ts';
export { confirmSecondFactor, disableSecondFactor, enrolSecondFactor } from './second-factor.ts';
export { endOwnSession, listSessions } from './sessions.ts';
