export { listPasskeys, createPasskey, deletePasskey, startPasskeyRegistration } from './manage.ts';
export {
  checkAssertion,
  createAssertionOptions,
  recordUse,
  type RelyingParty,
  relyingPartyOf,
  signInWithPasskey,
  startPasskeySignIn,
} from './verify.ts';
