import { describe } from 'vitest';
import { FATES, testFailedReads } from './failed-reads.ts';

describe('a read that fails', () => {
  // The full suite has every read fail in every way.
  let turn = 0;
  testFailedReads(() => [FATES[(turn += 1) % FATES.length] ?? 'cut']);
});
