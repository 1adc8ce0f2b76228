import { describe, expect, it } from 'vitest';
import { previewMarkdown, renderMarkdown } from './markdown.ts';

function removedFrom(markdown: string, kind: 'preview' | 'policy' = 'preview') {
  return previewMarkdown(markdown, kind).removed.map(({ kind: part, name, count, line }) =>
    `${line}: ${count} ${part} ${name}`.trim(),
  );
}

describe('what a preview says was removed', () => {
  it.each([
    ['nothing of what is kept', '# a\n\n- b\n- c\n\n> **d** *e* `f`\n\n```js\ng\n```', []],
    ['nothing that the saved text keeps', '<p class="lead">a</p>', []],
    ['links', 'a [b](https://c.example)\n\nhttps://d.example', ['1: 2 element a']],
    ['images', 'a\n\n![b](c.png)', ['3: 1 element img']],
    ['a table as one part', '| a | b |\n| - | - |\n| c | d |\n| e | f |', ['1: 1 element table']],
    ['a strikethrough', '~~a~~', ['1: 1 element del']],
    ['the checkboxes of tasks', '- [ ] a\n- [x] b', ['null: 2 element input']],
    ['nothing of where a list starts to count', '3. a\n4. b', []],
    ['an attribute that would run', '<p onclick="alert(1)">a</p>', ['1: 1 attribute onclick']],
    ['a class of the site', '<p class="fixed lead">a</p>', ['1: 1 attribute class']],
    ['two', '<p data-id="1" id="b">a</p>', ['1: 1 attribute data-id', '1: 1 attribute id']],
    ['a script with its text', 'a <script>write("<b>")</script>', ['1: 1 element script']],
    ['a drawing with what it holds', '<svg><a><text>a</text></a></svg>', ['1: 1 element svg']],
    ['comments', 'a\n\n<!-- b -->', ['3: 1 comment']],
    ['an item outside a list', '<li>a</li>', []],
    ['nothing of tags that are text', '<constructor>a</constructor><__proto__>b', []],
  ])('names %s', (_name, markdown, removed) => {
    expect(removedFrom(markdown)).toEqual(removed);
  });

  it.each([
    ['a link', '[a](https://b.example)', true],
    ['a table', '| a |\n| - |\n| b |', true],
    ['a strikethrough', '~~a~~', true],
    ['a drawing with text', '<svg><text>a</text></svg>', true],
    ['an image', '![a](b.png)', false],
    ['a divider', '---', false],
    ['a script', '<script>a</script>', false],
    ['a style', '<style>a{}</style>', false],
    ['a comment', '<!-- a -->', false],
    ['an attribute', '<p id="a">b</p>', false],
  ])('says whether the text of %s stays', (_name, markdown, stays) => {
    expect(previewMarkdown(markdown, 'preview').removed).toMatchObject([{ keepsText: stays }]);
    const text = renderMarkdown(markdown, 'post').replaceAll(/<[^>]*>/g, '');
    expect(text.includes('a')).toBe(stays);
  });

  it('goes by the list of its kind, and says it of hostile names in a few short ones', () => {
    const markdown = '`a` [b](https://c.example) [d](javascript:alert(1))\n\n> e';
    const parts = ['1: 1 element code', '1: 1 attribute href', '3: 1 element blockquote'];
    expect(removedFrom(markdown, 'policy')).toEqual(parts);
    const names = Array.from(
      { length: 400 },
      (_, index) => `<p x${index}-${'y'.repeat(300)}="1">a`,
    );
    const { removed } = previewMarkdown(names.join('\n\n'), 'preview');
    expect(removed).toHaveLength(13);
    const others = { kind: 'other', count: 388, line: null, keepsText: false };
    expect(removed.at(-1)).toMatchObject(others);
    expect(Math.max(...removed.map(({ name }) => name.length))).toBe(40);
  });
});
