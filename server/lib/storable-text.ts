/** A text that PostgreSQL stores: it takes neither a zero character nor half a pair of surrogates. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
