export type DividedText = { text: string; quoted: string | null };

const MAX_ATTRIBUTION_LINES = 4;
const MAX_ATTRIBUTION_LENGTH = 400;

// Directional marks and non-breaking spaces, which mail programs insert in headings.
const MARKS = /[\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
const SPACES = /[\s\u00A0\u202F]+/gu;

const NAMES = {
  from: 'from|kimden|gönderen|von|de|da|van|من|المرسل',
  rest: [
    'sent|date|gönderildi|gönderilme tarihi|gönderme tarihi|tarih|gesendet|datum|envoyé|enviado|fecha|data|inviato|تاريخ الإرسال|أرسلت|تم الإرسال|التاريخ|تاريخ',
    'to|kime|alıcı|an|à|para|a|aan|إلى',
    'cc|bilgi|kopie|نسخة',
    'subject|konu|betreff|objet|asunto|oggetto|onderwerp|الموضوع',
  ].join('|'),
} as const;

const FROM_LINE = new RegExp(`^\\*?(?:${NAMES.from})\\s?:\\*?\\s?\\S`, 'iu');
const OTHER_LINE = new RegExp(`^\\*?(?:${NAMES.rest})\\s?:\\*?(?:\\s|$)`, 'iu');

/** `-----Original Message-----` in any language: words between dashes. */
const SEPARATOR = /^-{3,}\s?\p{L}[\p{L}\s']{2,40}\s?-{3,}$/u;
const RULE = /^(?:_{10,}|-{10,})$/u;

/** Attribution lines of Google's, Apple's, Microsoft's and Mozilla's programs; each has a digit and a colon. */
const ATTRIBUTIONS = [
  /^on .+wrote:$/iu,
  /yazdı(?: \(.+\))?:$/iu,
  /^(?:في|بتاريخ|يوم).+(?:كتب|كتبت|كتابة ما يلي|بواسطة).*:$/u,
  /^(?:am .+schrieb.*|le .+a écrit ?|el .+escribió|il .+ha scritto|op .+schreef.*):$/iu,
];
const DIGIT = /\p{Nd}/u;

function plain(line: string): string {
  return line.replaceAll(MARKS, '').replaceAll(SPACES, ' ').trim();
}

function isQuote(line: string): boolean {
  return line.startsWith('>');
}

function isForwardedHead(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  const isAnnounced = SEPARATOR.test(line) || RULE.test(line);
  const following = lines.slice(at + (isAnnounced ? 1 : 0), at + 8).filter(Boolean);
  const [first = '', ...others] = following;
  const fields = others.filter((other) => OTHER_LINE.test(other)).length;
  return FROM_LINE.test(first) && fields >= (SEPARATOR.test(line) ? 1 : 2);
}

function attributionLength(lines: readonly string[], at: number): number {
  let joined = '';
  for (let count = 1; count <= MAX_ATTRIBUTION_LINES; count += 1) {
    const line = lines[at + count - 1];
    if (!line || isQuote(line)) return 0;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (joined.length > MAX_ATTRIBUTION_LENGTH) return 0;
    if (!joined.endsWith(':') || !DIGIT.test(joined)) continue;
    if (ATTRIBUTIONS.some((pattern) => pattern.test(joined))) return count;
  }
  return 0;
}

type Marked = { isQuoted: boolean[]; runs: number };

function markQuotes(lines: readonly string[]): Marked {
  const isQuoted = lines.map(() => false);
  let runs = 0;
  let isInRun = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line === '') {
      isQuoted[at] = isInRun;
      continue;
    }
    if (isForwardedHead(lines, at)) {
      isQuoted.fill(true, at);
      return { isQuoted, runs: runs + (isInRun ? 0 : 1) };
    }
    const attribution = attributionLength(lines, at);
    const count = isQuote(line) ? 1 : attribution;
    if (count > 0 && !isInRun) runs += 1;
    isInRun = count > 0;
    if (!isInRun) continue;
    isQuoted.fill(true, at, at + count);
    at += count - 1;
  }
  return { isQuoted, runs };
}

function join(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
}

/** Mails with answers between quoted lines, or of quotes only, stay whole: rather too much than too little. Linear time. */
export function divideText(source: string): DividedText {
  const raw = source.replaceAll(/\r\n?/gu, '\n').split('\n');
  const lines = raw.map(plain);
  const { isQuoted, runs } = markQuotes(lines);
  const text = join(raw.filter((_, at) => !isQuoted[at]));
  const quoted = join(raw.filter((_, at) => isQuoted[at]));
  if (quoted === '') return { text: join(raw), quoted: null };
  const last = lines.findLastIndex((line) => line !== '');
  const isBetweenLines = runs > 1 && !isQuoted[last];
  if (text === '' || isBetweenLines) return { text: join(raw), quoted: null };
  return { text, quoted };
}
