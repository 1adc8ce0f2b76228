import { EDITOR_MESSAGES } from '#app/admin/ui/messages.ts';

export type MarkdownCommand = 'bold' | 'italic' | 'bullets' | 'numbers' | 'link';

export type Selected = { text: string; start: number; end: number };

/** Range, replacement, and the selection afterwards. */
export type TextEdit = { from: number; to: number; insert: string; start: number; end: number };

const PATTERNS = { bullets: /^(\s{0,3})[-*+]\s+/, numbers: /^(\s{0,3})\d{1,9}[.)]\s+/ };
const LINK = /\[([^\]\n]*)\]\(([^)\n]*)\)/g;
const URL_PATTERN = /^(?:https?:\/\/|mailto:)\S+$/;
const EMPTY_LINK = 'https://';

export function applyCommand(command: MarkdownCommand, selected: Selected): TextEdit {
  switch (command) {
    case 'bold':
      return toggleMark(selected, 2, EDITOR_MESSAGES.boldText);
    case 'italic':
      return toggleMark(selected, 1, EDITOR_MESSAGES.italicText);
    case 'link':
      return toggleLink(selected);
    default:
      return toggleList(selected, command);
  }
}

/** Marks next to spaces have no effect. */
function trim({ text, start, end }: Selected): Selected {
  const inner = text.slice(start, end);
  if (!inner.trim()) return { text, start, end: inner ? start : end };
  return {
    text,
    start: start + inner.length - inner.trimStart().length,
    end: end - inner.length + inner.trimEnd().length,
  };
}

function starsAtEnd(text: string): number {
  return text.length - text.replace(/\*+$/, '').length;
}

function starsAtStart(text: string): number {
  return text.length - text.replace(/^\*+/, '').length;
}

/** One asterisk is italic, two are bold, three are both. */
function holds(stars: number, length: number): boolean {
  return stars === 3 || stars === length;
}

function toggleMark(selection: Selected, length: number, placeholder: string): TextEdit {
  const { text, start, end } = trim(selection);
  const mark = '*'.repeat(length);
  const inner = text.slice(start, end);
  const isMarkedInside =
    inner.length > 2 * length &&
    holds(starsAtStart(inner), length) &&
    holds(starsAtEnd(inner), length);
  if (isMarkedInside) {
    const insert = inner.slice(length, -length);
    return { from: start, to: end, insert, start, end: start + insert.length };
  }
  const isMarkedOutside =
    holds(starsAtEnd(text.slice(0, start)), length) && holds(starsAtStart(text.slice(end)), length);
  if (isMarkedOutside) {
    const from = start - length;
    return { from, to: end + length, insert: inner, start: from, end: from + inner.length };
  }
  const marked = inner || placeholder;
  return {
    from: start,
    to: end,
    insert: `${mark}${marked}${mark}`,
    start: start + length,
    end: start + length + marked.length,
  };
}

function toggleList({ text, start, end }: Selected, kind: 'bullets' | 'numbers'): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  // A trailing line break does not select the next line.
  const lastCharacter = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const lineEnd = text.indexOf('\n', lastCharacter);
  const to = lineEnd === -1 ? text.length : lineEnd;
  const lines = text.slice(from, to).split('\n');
  const filled = lines.length === 1 ? lines : lines.filter((line) => line.trim());
  const isList = filled.length > 0 && filled.every((line) => PATTERNS[kind].test(line));
  let number = 0;
  const insert = lines
    .map((line) => {
      if (!filled.includes(line)) return line;
      const plain = line.replace(PATTERNS.bullets, '$1').replace(PATTERNS.numbers, '$1');
      if (isList) return plain;
      number += 1;
      return kind === 'bullets' ? `- ${plain}` : `${number}. ${plain}`;
    })
    .join('\n');
  if (start !== end) return { from, to, insert, start: from, end: from + insert.length };
  const caret = Math.max(from, start + insert.length - (to - from));
  return { from, to, insert, start: caret, end: caret };
}

function toggleLink(selection: Selected): TextEdit {
  const { text, start, end } = trim(selection);
  for (const match of text.matchAll(LINK)) {
    const from = match.index;
    const to = from + match[0].length;
    if (from > start || to < end) continue;
    const label = match[1] ?? '';
    return { from, to, insert: label, start: from, end: from + label.length };
  }
  const inner = text.slice(start, end);
  const isUrl = URL_PATTERN.test(inner);
  const label = isUrl || !inner ? EDITOR_MESSAGES.linkText : inner;
  const url = isUrl ? inner : EMPTY_LINK;
  const insert = `[${label}](${url})`;
  const selectedStart = isUrl || !inner ? start + 1 : start + label.length + 3;
  const length = isUrl || !inner ? label.length : url.length;
  return { from: start, to: end, insert, start: selectedStart, end: selectedStart + length };
}
