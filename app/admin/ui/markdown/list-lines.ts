import type { Selected, TextEdit } from './markdown-commands.ts';

/** Start of a line in a list or quotation; `marker` is empty in a plain quotation. */
type Line = { quote: string; indent: string; marker: string; gap: string; task: string };

const START =
  /^((?:[ \t]*>[ \t]?)*)([ \t]*)(?:([-*+]|\d{1,9}[.)])([ \t]+)(\[[ xX]\](?:[ \t]+|$))?)?/;
const THEMATIC_BREAK = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const FENCE = /^ {0,3}(?:`{3}|~{3})/gm;

function parse(line: string): Line | null {
  const [, quote = '', indent = '', marker = '', gap = '', task = ''] = START.exec(line) ?? [];
  if ((!marker && !quote) || THEMATIC_BREAK.test(line)) return null;
  return { quote, indent, marker, gap, task };
}

function print({ quote, indent, marker, gap, task }: Line): string {
  return marker ? `${quote}${indent}${marker}${gap}${task}` : quote;
}

function findLine(text: string, position: number) {
  const from = text.lastIndexOf('\n', position - 1) + 1;
  const end = text.indexOf('\n', position);
  return { from, to: end === -1 ? text.length : end };
}

function isInCode(text: string, position: number): boolean {
  return (text.slice(0, position).match(FENCE)?.length ?? 0) % 2 === 1;
}

function numbered(marker: string, number: number): string {
  return marker.replace(/\d+/, String(number));
}

function isItem(line: Line | null): line is Line {
  return line !== null && line.marker !== '';
}

const isSameQuote = (one: Line, other: Line) =>
  one.quote.replaceAll(/\s/g, '') === other.quote.replaceAll(/\s/g, '');

function findItemAbove(lines: readonly string[], line: Line, width: number): Line | null {
  for (const text of lines.toReversed()) {
    const above = parse(text);
    if (isItem(above)) {
      if (!isSameQuote(above, line)) return null;
      if (above.indent.length <= width) return above;
    } else if (/^\S/.test(text) && !line.quote) {
      return null;
    }
  }
  return null;
}

/** Null if the item cannot move. A number continues that of the item above. */
function shift(lines: readonly string[], line: Line, isInward: boolean): Line | null {
  const width = line.indent.length;
  const above = findItemAbove(lines, line, isInward ? width : width - 1);
  if (isInward ? above?.indent.length !== width : width === 0) return null;
  const target = isInward ? width + (above?.marker.length ?? 0) + 1 : (above?.indent.length ?? 0);
  const sibling = findItemAbove(lines, line, target);
  const isCounted = sibling?.indent.length === target && /\d/.test(sibling.marker);
  const number = isCounted ? Number.parseInt(sibling.marker, 10) + 1 : 1;
  const marker = /\d/.test(line.marker) ? numbered(line.marker, number) : line.marker;
  return { ...line, indent: ' '.repeat(target), marker };
}

/** Starts the next line on Enter, or ends the list at an empty one; null elsewhere. */
export function continueList({ text, start, end }: Selected): TextEdit | null {
  const { from, to } = findLine(text, start);
  const whole = text.slice(from, to);
  const line = parse(whole);
  if (!line || start < from + print(line).length || isInCode(text, from)) return null;
  const isEmpty = start === end && whole.slice(print(line).length).trim() === '';
  if (isEmpty) {
    const outer = line.marker && shift(text.slice(0, from).split('\n'), line, false);
    const quoteOutside = line.marker ? line.quote : line.quote.replace(/>[ \t]*$/, '');
    const insert = outer ? print(outer) : quoteOutside;
    const caret = from + insert.length;
    return { from, to, insert, start: caret, end: caret };
  }
  const next = {
    ...line,
    marker: /\d/.test(line.marker)
      ? numbered(line.marker, Number.parseInt(line.marker, 10) + 1)
      : line.marker,
    task: line.task && '[ ] ',
  };
  const insert = `\n${print(next)}`;
  const caret = start + insert.length;
  return { from: start, to: end, insert, start: caret, end: caret };
}

/** Null if Tab and Shift+Tab change nothing. */
export function indentList({ text, start, end }: Selected, isInward: boolean): TextEdit | null {
  const first = findLine(text, start);
  if (!isItem(parse(text.slice(first.from, first.to))) || isInCode(text, first.from)) return null;
  const { from } = first;
  const { to } = findLine(text, end > start && text[end - 1] === '\n' ? end - 1 : end);
  const above = text.slice(0, from).split('\n').slice(0, -1);
  const old = text.slice(from, to).split('\n');
  const lines: string[] = [];
  for (const content of old) {
    const line = parse(content);
    const shifted = isItem(line) ? shift([...above, ...lines], line, isInward) : null;
    lines.push(line && shifted ? print(shifted) + content.slice(print(line).length) : content);
  }
  const insert = lines.join('\n');
  if (insert === text.slice(from, to)) return null;
  const moved = (lines[0]?.length ?? 0) - (old[0]?.length ?? 0);
  return {
    from,
    to,
    insert,
    start: Math.max(from, start + moved),
    end: Math.max(from, end + insert.length - (to - from)),
  };
}
