/** The address cannot add header fields or recipients. */
export function mailtoUrl(email: string): string {
  return `mailto:${encodeURIComponent(email.toWellFormed()).replace('%40', '@')}`;
}
