const format = new Intl.NumberFormat('en-US');

export function formatCount(count: number): string {
  return format.format(count);
}
