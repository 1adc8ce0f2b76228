import { type Options, parse, preprocess } from 'micromark';

type Event = ReturnType<ReturnType<ReturnType<typeof parse>['document']>['write']>[number];
type Extensions = NonNullable<NonNullable<Options>['extensions']>;

const MAX_LINES = 3_000;
// Quotes and list items: the tree takes quadratic time in their number and depth.
const MAX_CONTAINERS = 2_000;
const MAX_NESTING = 24;
const CONTAINER = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y;
const MAX_STEPS = 4_000_000;

const DELIMITERS = /[*_~[\]`<&\\@\r\n]/g;
const LINK_STARTS = /www\.|https?:/gi;
const WORDS = /[^\s<]+/g;
const ADDRESS_STARTS = /[^\w+.-](?=[\w+.-])/g;
// Formatting that HTML reopens in each block: all with attributes, three of each without.
const FORMATTING = /<(?:b|big|code|em|font|i|s|small|strike|strong|tt|u)(?:(>)|[\s/])/gi;
const MAX_PLAIN_FORMATTING = 36;

/** Estimated cost of one paragraph, heading or cell, in steps of about 100 ns. */
function countSteps(text: string): number {
  const delimiters = text.match(DELIMITERS)?.length ?? 0;
  let steps = delimiters ** 2;
  for (const [word] of text.matchAll(WORDS)) {
    const starts = word.match(LINK_STARTS)?.length ?? 0;
    const addressStarts = 1 + (word.match(ADDRESS_STARTS)?.length ?? 0);
    steps += 4 * starts * word.length + (addressStarts * word.length) / 100;
  }
  return steps;
}

/** Estimated cost of raw HTML: reopened formatting, and end tags that search for their start. */
function countHtmlSteps(markdown: string, lines: number): number {
  const tags = markdown.split('<').length - 1;
  const { plain = [], given = [] } = Object.groupBy(markdown.matchAll(FORMATTING), ([, isPlain]) =>
    isPlain ? 'plain' : 'given',
  );
  const formatting = given.length + Math.min(plain.length, MAX_PLAIN_FORMATTING);
  return 25 * formatting * (tags + lines) + tags ** 2 / 20;
}

function* readStrings(events: readonly Event[]): Generator<string> {
  for (const [kind, token, context] of events) {
    if (kind !== 'enter' || !token.contentType || token.previous) continue;
    if (token._tokenizer) {
      yield* readStrings(token._tokenizer.events);
      continue;
    }
    let text = '';
    for (let part: typeof token | undefined = token; part; part = part.next) {
      text += context.sliceSerialize(part);
    }
    yield text;
  }
}

function countContainers(line: string): number {
  CONTAINER.lastIndex = 0;
  let count = 0;
  while (CONTAINER.test(line)) count += 1;
  // A nested list may consist of indentation only.
  const indented = /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
  return indented / 2 > MAX_NESTING && count > 0 ? MAX_CONTAINERS : count;
}

function hasTooManyContainers(lines: readonly string[]): boolean {
  let all = 0;
  for (const line of lines) {
    const count = countContainers(line);
    all += count;
    if (count > MAX_NESTING || all >= MAX_CONTAINERS) return true;
  }
  return false;
}

/** Whether rendering may take longer than about a second; its time grows quadratically. */
export function isTooComplex(markdown: string, extensions: Extensions): boolean {
  const lines = markdown.split(/\r\n|[\r\n]/);
  if (lines.length > MAX_LINES) return true;
  if (hasTooManyContainers(lines)) return true;
  const chunks = preprocess()(markdown, undefined, true);
  const events = parse({ extensions }).document().write(chunks);
  let steps = countHtmlSteps(markdown, lines.length);
  for (const text of readStrings(events)) {
    steps += countSteps(text);
    if (steps > MAX_STEPS) break;
  }
  return steps > MAX_STEPS;
}
