// A line does not end within a duration.
const SPACE = '\u00a0';

/** Minutes as people say them: '25 min', '3 h 10', '2 h'; whole minutes, rounded up. */
export function formatMinutes(minutes: number): string {
  const rounded = Math.ceil(minutes);
  const hours = Math.floor(rounded / 60);
  const rest = rounded % 60;
  if (hours === 0) return `${rest}${SPACE}min`;
  const whole = `${hours}${SPACE}h`;
  return rest === 0 ? whole : `${whole}${SPACE}${String(rest).padStart(2, '0')}`;
}
