const MAX_CHARACTERS = 100;

export function shortQuote(quote: string): string {
  const line = quote.replaceAll(/\s+/g, ' ');
  const characters = Array.from(line);
  if (characters.length <= MAX_CHARACTERS) return line;
  return `${characters.slice(0, MAX_CHARACTERS).join('').trimEnd()}…`;
}
