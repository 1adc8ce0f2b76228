import { describe, expect, it } from 'vitest';
import { continueList, indentList } from './list-lines.ts';
import type { Selected, TextEdit } from './markdown-commands.ts';

type Command = (selected: Selected) => TextEdit | null;

/** Runs a command on a text whose selection is marked by bars, `one |two| three`; null where it leaves the key alone. */
function run(command: Command, marked: string): string | null {
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|');
  const text = marked.replaceAll('|', '');
  const edit = command({ text, start, end: Math.max(start, end - 1) });
  if (!edit) return null;
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const marks = edit.start === edit.end ? '|' : `|${result.slice(edit.start, edit.end)}|`;
  return result.slice(0, edit.start) + marks + result.slice(edit.end);
}

describe('continueList', () => {
  it.each([
    ['a bullet', '- a|', '- a\n- |'],
    ['a star', '* a|', '* a\n* |'],
    ['a plus', '+ a|', '+ a\n+ |'],
    ['a number', '9. a|', '9. a\n10. |'],
    ['a number with a bracket', '1) a|', '1) a\n2) |'],
    ['a task', '- [x] a|', '- [x] a\n- [ ] |'],
    ['a quotation', '> a|', '> a\n> |'],
    ['a list in a quotation', '> 1. a|', '> 1. a\n> 2. |'],
    ['an inner item', '- a\n  - b|', '- a\n  - b\n  - |'],
    ['the rest of a line that is split', '- a|b\n- c', '- a\n- |b\n- c'],
    ['what is selected', '- a|bc|d', '- a\n- |d'],
  ])('continues %s', (_name, before, after) => {
    expect(run(continueList, before)).toBe(after);
  });

  it.each([
    ['a list', '- a\n- |', '- a\n|'],
    ['a numbered list', '1. a\n2. |\n\nb', '1. a\n|\n\nb'],
    ['tasks', '- [ ] a\n- [ ]|', '- [ ] a\n|'],
    ['a quotation', '> a\n> |', '> a\n|'],
    ['a list in a quotation', '> - a\n> - |', '> - a\n> |'],
    ['one of two quotations', '> > |', '> |'],
    ['an inner list', '1. a\n   - b\n   - |', '1. a\n   - b\n- |'],
    ['an inner numbered list', '1. a\n   1. b\n   2. |', '1. a\n   1. b\n2. |'],
  ])('ends %s by its empty item', (_name, before, after) => {
    expect(run(continueList, before)).toBe(after);
  });

  it.each([
    ['plain text', 'a|'],
    ['a marker that the caret stands before', '|- a'],
    ['a marker without a space', '-a|'],
    ['a line across', '* * *|'],
    ['emphasis', '**a**|'],
    ['a year', '2026 was|'],
    ['code', '```\n- a|\n```'],
  ])('leaves %s to the browser', (_name, text) => {
    expect(run(continueList, text)).toBeNull();
  });

  it('goes on after code', () => {
    expect(run(continueList, '```\n- a\n```\n- b|')).toBe('```\n- a\n```\n- b\n- |');
  });
});

describe('indentList', () => {
  it.each([
    ['- a\n- b|', '- a\n  - b|'],
    ['1. a\n2. b|', '1. a\n   1. b|'],
    ['9. a\n10. b|\n', '9. a\n   1. b|\n'],
    ['- a\n  1. b\n- c|', '- a\n  1. b\n  - c|'],
    ['1. a\n   1. b\n2. c|', '1. a\n   1. b\n   2. c|'],
    ['- a\n\n- b|', '- a\n\n  - b|'],
    ['> - a\n> - b|', '> - a\n>   - b|'],
    ['- a\n|- b\n- c|\n- d', '- a\n  |- b\n  - c|\n- d'],
  ])('Tab: %j becomes %j', (before, after) => {
    expect(run((selected) => indentList(selected, true), before)).toBe(after);
  });

  it.each([
    ['- a\n  - b|', '- a\n- b|'],
    ['1. a\n   1. b|', '1. a\n2. b|'],
    ['1. a\n   - b\n     - c|', '1. a\n   - b\n   - c|'],
    ['  - |a', '- |a'],
    ['- a\n|  - b\n  - c|', '- a\n|- b\n- c|'],
  ])('Shift+Tab: %j becomes %j', (before, after) => {
    expect(run((selected) => indentList(selected, false), before)).toBe(after);
  });

  it.each([
    ['Tab', 'text|'],
    ['Tab', '- the first item|'],
    ['Tab', '- a\n  - its only child|'],
    ['Tab', '- a\n\ntext\n\n- b|'],
    ['Tab', '> quoted|'],
    ['Tab', '```\n- a\n- b|\n```'],
    ['Shift+Tab', '- a|'],
    ['Shift+Tab', '    text|'],
  ])('leaves the focus its %s in %j', (key, text) => {
    expect(run((selected) => indentList(selected, key === 'Tab'), text)).toBeNull();
  });
});
