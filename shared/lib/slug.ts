export const MAX_SLUG_CHARACTERS = 200;

// What taking the accents away does not turn into a letter from a to z.
const LETTERS: Record<string, string> = {
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
  ð: 'd',
  '&': ' and ',
};

/** An address of a title: lower-case letters, digits and single hyphens; Turkish and other accented letters lose their marks. */
export function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[ıßæœøđłþð&]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_CHARACTERS + 1)
    .replaceAll(/^-+|-+$/g, '');
  if (words.length <= MAX_SLUG_CHARACTERS) return words;
  const end = words.lastIndexOf('-', MAX_SLUG_CHARACTERS);
  return words.slice(0, end > 0 ? end : MAX_SLUG_CHARACTERS);
}

export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
