import { expect, it } from 'vitest';
import {
  countRememberedZones,
  isTimeZone,
  localDate,
  monthStarts,
  startOfDay,
  startOfLocalDate,
  weekStarts,
} from './local-dates.ts';

it('isTimeZone knows the names of zones alone', () => {
  const zones = ['Europe/Istanbul', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'];
  const others = ['', '+03:00', 'Mars/Olympus', "UTC'; drop table orders", 'x'.repeat(65)];
  expect([...zones, ...others, '__proto__'].filter(isTimeZone)).toEqual(zones);
});

it.each([
  ['2026-11-21T20:59:59.999Z', 'Europe/Istanbul', '2026-11-20T21:00:00.000Z'],
  ['2026-11-21T21:00:00.000Z', 'Europe/Istanbul', '2026-11-21T21:00:00.000Z'],
  ['2026-11-21T00:00:00.000Z', 'UTC', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T10:00:00.000Z', 'Pacific/Kiritimati', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T09:59:59.999Z', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
  ['2026-11-21T10:59:59.999Z', 'Pacific/Niue', '2026-11-20T11:00:00.000Z'],
  ['2026-11-21T12:00:00.000Z', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
  // The clocks went from 00:00 to 01:00: the day has no midnight.
  ['2024-04-26T12:00:00.000Z', 'Africa/Cairo', '2024-04-25T22:00:00.000Z'],
  // The day of 25 hours starts once.
  ['2026-10-25T23:59:59.999Z', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-10-25T22:59:59.999Z', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
])('startOfDay of %s in %s is %s', (now, zone, start) => {
  expect(startOfDay(new Date(now), zone).toISOString()).toBe(start);
});

it('remembers a bounded number of zones, however they are spelled', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  for (const zone of zones) expect(isTimeZone(zone)).toBe(true);
  for (let serial = 0; serial < 2 ** 12; serial += 1) {
    const spelled = Array.from('Europe/Istanbul', (letter, index) =>
      serial & (1 << index) ? letter.toUpperCase() : letter.toLowerCase(),
    ).join('');
    expect(isTimeZone(spelled)).toBe(true);
  }
  expect(countRememberedZones()).toBeLessThanOrEqual(100);
});

it('weeks start on Mondays and months on first days, on the calendar of the zone', () => {
  // Sunday evening in London, Monday already in Istanbul.
  const now = new Date('2027-01-03T22:00:00Z');
  const [istanbul, london] = ['Europe/Istanbul', 'Europe/London'];
  expect(localDate(now, istanbul)).toBe('2027-01-04');
  expect(weekStarts(now, istanbul, 3)).toEqual(['2026-12-21', '2026-12-28', '2027-01-04']);
  expect(weekStarts(now, london, 2)).toEqual(['2026-12-21', '2026-12-28']);
  expect(monthStarts(now, london, 3)).toEqual(['2026-11-01', '2026-12-01', '2027-01-01']);
  expect(startOfLocalDate('2027-01-01', istanbul)).toEqual(new Date('2026-12-31T21:00:00Z'));
});
