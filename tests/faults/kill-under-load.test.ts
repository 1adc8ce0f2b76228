import { it } from 'vitest';
import { IS_LONG, RETRY, roundsOf } from '#tests/full/faults/fault-table.ts';
import { killApplication, killInRounds } from '#tests/full/faults/killed-site.ts';
import { startTestPlace } from './place.ts';

it(
  'kill -9 of the application under load loses no acknowledged enquiry',
  { retry: RETRY, timeout: IS_LONG ? 1_200_000 : 120_000 },
  async () => {
    await killInRounds({
      fault: 'kill -9 of the application',
      rounds: roundsOf({ short: 1, long: 100 }),
      place: await startTestPlace(),
      strike: killApplication,
    });
  },
);
