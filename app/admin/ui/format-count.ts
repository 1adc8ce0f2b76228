const format = new Intl.NumberFormat('en-US');

/** '1,234,567' */
export function formatCount(count: number): string {
  return format.format(count);
}
