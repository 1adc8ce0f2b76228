import { expect, it } from 'vitest';
import { formatMoment, formatOfficeMoment } from './dates.ts';

const ISO = '2026-11-27T06:54:00Z';

it('shows a time of the office on its clocks, with the place for readers elsewhere', () => {
  const place = { city: 'Kiritimati', country: '' };
  expect(formatOfficeMoment(ISO, { timeZone: 'Pacific/Kiritimati', place })).toBe(
    'Nov 27, 2026 20:54 (Kiritimati)',
  );
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(formatOfficeMoment(ISO, { timeZone })).toBe(formatMoment(ISO));
});
