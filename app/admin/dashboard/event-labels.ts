import { ADMIN_CHANGES } from '#shared/admin-changes/values.ts';

/** What the types of events mean. */
export const EVENT_LABELS: Record<string, string> = {
  elevated_threat: 'The score reached 40: the address was held to tighter limits.',
  high_threat:
    'The score reached 70, but the address was not blocked: it is exempt, it calmed down within seconds, or the evidence was of one kind only.',
  ddos_block: 'The address was blocked automatically, with a rule that ends.',
  ...ADMIN_CHANGES,
  new_sign_in: 'An administrator signed in from a browser or network not seen before.',
  simulated_block:
    'The address would have been blocked, but protection only simulated at the time.',
};
