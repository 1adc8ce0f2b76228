import { expect, it } from 'vitest';
import { formatMinutes } from './duration.ts';

it('says minutes as people do, rounded up', () => {
  const said = [0, 0.2, 25, 59.5, 60, 61, 190, 6_000].map((minutes) =>
    formatMinutes(minutes).replaceAll('\u00a0', ' '),
  );
  expect(said).toEqual(['0 min', '1 min', '25 min', '1 h', '1 h', '1 h 01', '3 h 10', '100 h']);
});
