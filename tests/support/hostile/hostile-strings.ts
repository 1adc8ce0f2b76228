function fill(unit: string): (size: number) => string {
  return (size) =>
    unit
      .repeat(Math.ceil(size / unit.length))
      .slice(0, size)
      .toWellFormed();
}

const MARKS = '\u0345\u035d\u0315\u0301\u0323\u031b\u0327\u0334';

/** Each kind of mark so many times behind the other: the order that is the furthest from the sorted one. */
function marksInARow(length: number): string {
  const each = Math.ceil(length / MARKS.length);
  return Array.from(MARKS, (mark) => mark.repeat(each))
    .join('')
    .slice(0, length);
}

/** Texts that are dear to somebody who sorts, matches, folds, splits or indexes them, of any size. */
export const HOSTILE_STRINGS: Record<string, (size: number) => string> = {
  'one letter': fill('a'),
  'one letter and another': (size) => `${'a'.repeat(size - 1)}!`,
  'all signs in turn': fill(String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at))),
  'marks, 30 to a letter': fill(`a${marksInARow(30)}`),
  'marks, all on one letter': (size) => `a${marksInARow(size)}`.slice(0, size),
  'voicing marks between marks': fill('\u0345\uff9e\u0301\uff9f'),
  'letters of 18 letters': fill('\ufdfa'),
  syllables: fill('\u1112\u1161\u11ab'),
  'bidirectional controls': fill('\u202e\u2066a\u2069'),
  'joined symbols': fill('\u{1f468}\u200d'),
  blanks: (size) => `x${' '.repeat(Math.max(0, size - 2))}x`.slice(0, size),
  'line breaks': (size) => `x${'\r\n'.repeat(size)}`.slice(0, size - 1).concat('x'),
  'small sigmas': fill("Σ''"),
  'web addresses': fill('https://www.'),
  'e-mail addresses': (size) => `${'a.'.repeat(size)}@`.slice(-size),
  'hyphens and slugs': (size) =>
    'a-'
      .repeat(size)
      .slice(0, size - 1)
      .concat('!'),
  'signs of patterns': fill('%_\\'),
  'formulas in cells': fill(',="'),
  ...Object.fromEntries(
    ['*', '_', '`', '[', '](', '<', '>', '#', '- ', '|', '~', '\\', '![', '&', '*a_ '].map(
      (run) => [`markdown ${run}`, fill(run)],
    ),
  ),
};

/** Lists of what headers are lists of, and long values of those that begin as they must. */
export const HOSTILE_VALUES: Record<string, (size: number) => string> = Object.fromEntries(
  [
    ['', 'a,'],
    ['', ' \t'],
    ['', '"a",'],
    ['', 'W/"a", '],
    ['', 'gzip;q=0.1,'],
    ['', 'q='],
    ['', '198.51.100.7, '],
    ['', '127.0.0.1,'],
    ['', '2001:db8::'],
    ['', 'for=1.1.1.1;'],
    ['', '%41'],
    ['', 'a/'],
    ['W/"', 'a'],
    ['bytes=', '0-1,'],
    ['bytes=', '9'],
    ['https://', 'a.'],
    ['Bearer ', 'a'],
    ['application/json', ';charset=utf-8'],
    ['application/json; charset=', ' '],
    ['multipart/form-data; boundary="', 'a'],
    ['multipart/form-data', '; boundary='],
  ].map(([start = '', unit = '']) => [
    `${start}${unit}…`,
    (size) => `${start}${fill(unit)(Math.max(1, size - start.length))}`,
  ]),
);
