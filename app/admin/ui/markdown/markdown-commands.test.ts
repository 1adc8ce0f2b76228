import { describe, expect, it } from 'vitest';
import { applyCommand, type MarkdownCommand } from './markdown-commands.ts';

/** Runs a command on a text whose selection is marked by bars: `one |two| three`. */
function run(command: MarkdownCommand, marked: string): string {
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|') - 1;
  const text = marked.replaceAll('|', '');
  const edit = applyCommand(command, { text, start, end: Math.max(start, end) });
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  return `${result.slice(0, edit.start)}|${result.slice(edit.start, edit.end)}|${result.slice(edit.end)}`;
}

describe('applyCommand', () => {
  it.each<[MarkdownCommand, string, string]>([
    ['bold', 'one |two| three', 'one **|two|** three'],
    ['bold', 'one **|two|** three', 'one |two| three'],
    ['bold', 'one |**two**| three', 'one |two| three'],
    ['bold', 'one | two |three', 'one  **|two|** three'],
    ['bold', '||', '**|bold text|**'],
    ['bold', '**|bold text|**', '|bold text|'],
    ['bold', '*|two|*', '***|two|***'],
    ['bold', '***|two|***', '*|two|*'],
    ['bold', '|*two*|', '**|*two*|**'],
    ['italic', 'one |two| three', 'one *|two|* three'],
    ['italic', 'one *|two|* three', 'one |two| three'],
    ['italic', '|*two*|', '|two|'],
    ['italic', '**|two|**', '***|two|***'],
    ['italic', '***|two|***', '**|two|**'],
    ['italic', '|**two**|', '*|**two**|*'],
    ['italic', '||', '*|italic text|*'],
    ['bullets', 'a\n|b\nc|\nd', 'a\n|- b\n- c|\nd'],
    ['bullets', 'a\n|- b\n- c|\nd', 'a\n|b\nc|\nd'],
    ['bullets', 'a\nb|c\nd|e', 'a\n|- bc\n- de|'],
    ['bullets', '|1. a\n2. b|', '|- a\n- b|'],
    ['bullets', '|a\n\nb|', '|- a\n\n- b|'],
    ['bullets', '|a\n|b', '|- a|\nb'],
    ['bullets', '||', '- ||'],
    ['bullets', 'ab||c', '- ab||c'],
    ['bullets', '- ab||c', 'ab||c'],
    ['bullets', '-|| a', '||a'],
    ['numbers', '|a\nb\nc|', '|1. a\n2. b\n3. c|'],
    ['numbers', '|1. a\n2. b|', '|a\nb|'],
    ['numbers', '|a\na|', '|1. a\n2. a|'],
    ['numbers', '|- a\n* b|', '|1. a\n2. b|'],
    ['link', 'see |this| now', 'see [this](|https://|) now'],
    ['link', 'see |https://example.com/a| now', 'see [|link text|](https://example.com/a) now'],
    ['link', '||', '[|link text|](https://)'],
    ['link', 'see [th|i|s](https://example.com) now', 'see |this| now'],
    ['link', 'see |[this](https://example.com)| now', 'see |this| now'],
    ['link', 'see [this](https://|x|.com) now', 'see |this| now'],
  ])('%s: %j becomes %j', (command, before, after) => {
    expect(run(command, before)).toBe(after);
  });

  it.each<MarkdownCommand>(['bold', 'italic', 'bullets', 'numbers'])(
    'takes %s back by a second press',
    (command) => {
      for (const text of ['one |two words| three', '|whole|', 'a\n|b\nc|\nd']) {
        const once = run(command, text);
        const isList = command === 'bullets' || command === 'numbers';
        expect(run(command, once).replaceAll('|', '')).toBe(text.replaceAll('|', ''));
        if (!isList) expect(run(command, once)).toBe(text);
      }
    },
  );
});
