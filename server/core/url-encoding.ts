const PARTS = /^\w+:\/\/([^/?#]*)(.*)$/s;
/** `#` begins a comment in an unquoted value of .env, so a password with one ends the URL. */
const CUT_BY_COMMENT = /^\w+:\/\/[^@/?#:]+:(?!\d+$)[^@/?#:,]+$/;
const IN_QUERY_VALUE = /[?&]\w+=[^@]*@/;

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function findCredentials(url: string): string {
  const [, authority = '', rest = ''] = PARTS.exec(url) ?? [];
  const isCut = url.startsWith('smtp')
    ? rest.includes('@')
    : !authority.includes('@') && rest.includes('@') && !IN_QUERY_VALUE.test(rest);
  const text = isCut ? authority + rest : authority;
  return text.slice(0, Math.max(0, text.lastIndexOf('@')));
}

export function findEncodingProblem(url: string): string | null {
  const credentials = findCredentials(url);
  const characters = ['/', '?', '#'].filter((character) => credentials.includes(character));
  if (CUT_BY_COMMENT.test(url)) characters.push('#');
  if (!isDecodable(url)) characters.unshift('%');
  return describeEncoding(characters);
}

export function findPrefixProblem(place: string): string | null {
  const characters = ['?', '#'].filter((character) => place.includes(character));
  if (!isDecodable(place)) characters.unshift('%');
  return describeEncoding(characters);
}

function describeEncoding(characters: string[]): string | null {
  if (characters.length === 0) return null;
  const list = characters.map(
    (character) => `${encodeURIComponent(character)} instead of ${character}`,
  );
  return `must have special characters percent-encoded: write ${list.join(', ')}`;
}
