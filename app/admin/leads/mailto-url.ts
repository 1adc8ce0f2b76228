/** The link that writes to an address; nothing in it can add a field or a recipient. */
export function mailtoUrl(email: string): string {
  return `mailto:${encodeURIComponent(email.toWellFormed()).replace('%40', '@')}`;
}
