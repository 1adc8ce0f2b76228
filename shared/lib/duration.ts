/** Minutes as people say them: '25 min', '3 h 10', '2 h'; whole minutes, rounded up. */
export function formatMinutes(minutes: number): string {
  const whole = Math.ceil(minutes);
  const hours = Math.floor(whole / 60);
  const rest = whole % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`;
}
