/** There are some 600 names of zones, each of which may be spelled in thousands of ways. */
const MAX_FORMATS = 100;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone.toLowerCase());
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(timeZone.toLowerCase(), made);
  return made;
}

export function countRememberedZones(): number {
  return formats.size;
}

/** Whether a text names a zone of the IANA database; offsets such as '+03:00' are none. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(text)) return false;
  try {
    formatOf(text);
    return true;
  } catch {
    return false;
  }
}

/** The date on the calendar of a zone, '2026-11-21'. */
export function localDate(instant: Date, timeZone: string): string {
  return formatOf(timeZone).format(instant).slice(0, 10);
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** What the clocks of a zone show at an instant, both in milliseconds; the clocks' as if they were those of UTC. */
export function localTime(instant: number, timeZone: string): number {
  const shown = formatOf(timeZone).format(instant).match(/\d+/g) ?? [];
  const [year = 0, month = 1, day, hour, minute, second] = shown.map(Number);
  return (
    Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1_000) + 1_000) % 1_000)
  );
}

/**
 * The first instant at which the clocks of a zone have reached what they show as `local`, in milliseconds like `localTime`. That is when
 * they are put forward over a time that they skip, and the earlier one of a time that comes twice.
 */
export function instantOf(local: number, timeZone: string): number {
  const offsetAt = (instant: number) => localTime(instant, timeZone) - instant;
  let last = local - DAY_MS;
  let next = local + DAY_MS;
  const before = offsetAt(last);
  const after = offsetAt(next);
  if (before === after) return local - before;
  while (next - last > 1) {
    const middle = Math.floor((last + next) / 2);
    if (offsetAt(middle) === before) last = middle;
    else next = middle;
  }
  return local - before < next ? local - before : Math.max(next, local - after);
}

/** The first instant of a calendar date in a zone; that is not midnight where clocks are put forward at midnight. */
export function startOfLocalDate(date: string, timeZone: string): Date {
  return new Date(instantOf(Date.parse(date), timeZone));
}

export function startOfDay(instant: Date, timeZone: string): Date {
  return startOfLocalDate(localDate(instant, timeZone), timeZone);
}

export function addDays(date: string, days: number): string {
  const moved = new Date(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The Mondays that the last `count` weeks start on, the week of `now` last. */
export function weekStarts(now: Date, timeZone: string, count: number): string[] {
  const today = localDate(now, timeZone);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return Array.from({ length: count }, (_, index) =>
    addDays(today, -sinceMonday - 7 * (count - 1 - index)),
  );
}

/** The first days of the last `count` months, the month of `now` last. */
export function monthStarts(now: Date, timeZone: string, count: number): string[] {
  const [year = 0, month = 0] = localDate(now, timeZone).split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - count + index, 1)).toISOString().slice(0, 10),
  );
}
