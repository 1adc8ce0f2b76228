/** PostgreSQL stores neither NUL nor unpaired surrogates. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
