import { addDays } from '#shared/lib/local-dates.ts';
import { OFFICE_HOURS_LIMITS } from '#shared/office-hours/messages.ts';
import type { OfficeException } from '#shared/office-hours/values.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Turkish law 2429: the day before a religious holiday, and 28 October, are holidays from 13:00 on. */
const EVES = ['Ramazan Bayramı', 'Kurban Bayramı', 'Cumhuriyet Bayramı'];
const EVE_CLOSES = '13:00';

type Holiday = { name: string; from: string; to: string };

async function listHolidays(country: string, year: number): Promise<Holiday[]> {
  // Loaded here: its data takes 12 MB and is needed at most once a year.
  const { default: Holidays } = await import('date-holidays');
  const holidays: Holiday[] = [];
  const all = new Holidays(country).getHolidays(year);
  const found = all.filter(({ type }) => type === 'public');
  for (const { name, date, start, end } of found) {
    // The library starts some at sunset and ends them at noon of the day after.
    const days = Math.max(1, Math.floor((end.getTime() - start.getTime()) / DAY_MS));
    const from = date.slice(0, 10);
    const to = addDays(from, days - 1);
    const around = holidays.find((other) => other.from <= to && from <= other.to);
    if (!around) {
      holidays.push({ name, from, to });
      continue;
    }
    around.name = `${around.name}, ${name}`.slice(0, OFFICE_HOURS_LIMITS.exceptionName);
    if (to > around.to) around.to = to;
  }
  return holidays;
}

export async function proposeExceptions(
  country: string,
  year: number,
  openOn: (date: string) => OfficeException['open'],
): Promise<OfficeException[]> {
  const holidays = await listHolidays(country, year);
  const isHoliday = (date: string) => holidays.some(({ from, to }) => from <= date && date <= to);
  const eves = holidays
    .filter(({ name }) => EVES.some((eve) => name.startsWith(eve)))
    .map(({ name, from }) => ({ name: `${name} Arifesi`, date: addDays(from, -1) }))
    .filter(({ date }) => !isHoliday(date) && openOn(date).some(({ to }) => to > EVE_CLOSES))
    .map(({ name, date }) => ({
      from: date,
      to: date,
      name,
      open: openOn(date)
        .filter(({ from }) => from < EVE_CLOSES)
        .map(({ from, to }) => ({ from, to: to < EVE_CLOSES ? to : EVE_CLOSES })),
    }));
  return [...holidays.map((holiday) => ({ ...holiday, open: [] })), ...eves].toSorted(
    (one, other) => (one.from < other.from ? -1 : 1),
  );
}
