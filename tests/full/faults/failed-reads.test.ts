import { describe } from 'vitest';
import { FATES, testFailedReads } from '#tests/faults/failed-reads.ts';

describe('a read that fails in every way', { timeout: 300_000 }, () =>
  testFailedReads(() => FATES),
);
