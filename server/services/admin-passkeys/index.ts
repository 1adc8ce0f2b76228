export { listPasskeys, createPasskey, deletePasskey, startPasskeyRegistration } from './manage.ts';
export { signInWithPasskey, startPasskeySignIn } from './sign-in.ts';
export {
  checkAssertion,
  createAssertionOptions,
  recordUse,
  type RelyingParty,
  relyingPartyOf,
} from './verify.ts';
