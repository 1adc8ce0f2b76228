import { expect, it } from 'vitest';
import { describeConnectionProblem } from './messages.ts';

it.for([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'cannot be encrypted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'cannot be encrypted'],
  ['ETIMEDOUT', 'did not respond in time'],
  ['SlowDown', 'The bucket cannot be used'],
] as const)('tells an owner what %s means', ([code, meaning]) => {
  expect(describeConnectionProblem(code)).toContain(meaning);
});
