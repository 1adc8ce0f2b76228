import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#server/documents/markdown.ts';
import { splitIntoSections } from './sections.ts';

function sectionsOf(markdown: string) {
  return splitIntoSections(renderMarkdown(markdown, 'post'));
}

function headingsOf(markdown: string) {
  return sectionsOf(markdown).map(({ id, heading }) => [id, heading]);
}

describe('splitIntoSections', () => {
  it('divides a text at its uppermost headings and loses nothing', () => {
    const markdown = 'Before\n\n## One\n\ntext\n\n### Deeper\n\nmore\n\n## Two\n\n## Three\n\nend';
    expect(headingsOf(markdown)).toEqual([
      [null, ''],
      ['section-one', 'One'],
      ['section-two', 'Two'],
      ['section-three', 'Three'],
    ]);
    const html = renderMarkdown(markdown, 'post');
    expect(
      splitIntoSections(html)
        .map((section) => section.html)
        .join(''),
    ).toBe(html);
  });

  it('takes the level that divides the text where a higher one stands alone', () => {
    expect(headingsOf('# Title\n\n### A\n\n### B\n\n### C')).toEqual([
      [null, ''],
      ['section-a', 'A'],
      ['section-b', 'B'],
      ['section-c', 'C'],
    ]);
  });

  it('leaves a text with fewer than three headings in one part', () => {
    const html = renderMarkdown('## One\n\ntext\n\n## Two', 'post');
    expect(splitIntoSections(html)).toEqual([{ id: null, heading: '', html }]);
    expect(splitIntoSections('')).toEqual([]);
  });

  it('names a section by its words and not by its number', () => {
    const markdown = ['1. Scope', '2) Scope', '3 days'].map((text) => `## ${text}`).join('\n\n');
    expect(headingsOf(markdown)).toEqual([
      ['section-scope', '1. Scope'],
      ['section-scope-2', '2) Scope'],
      ['section-3-days', '3 days'],
    ]);
  });

  it('reads the words of a heading out of its markup', () => {
    const markdown = '## A *b* `c < d` & "e"\n\n## <br>\n\n## Two\nlines\n\n## <b>x</b>';
    expect(headingsOf(markdown).map(([, heading]) => heading)).toEqual([
      'A b c < d & "e"',
      'Two',
      'x',
    ]);
  });

  it('takes nothing for a heading that stands in a list, a quotation or code', () => {
    const nested = '- ## list\n\n> ## quotation\n\n`## code`\n\n```\n<h2>block</h2>\n```\n\n';
    expect(headingsOf(`${nested}## A\n\n## B\n\n## C`).map(([, heading]) => heading)).toEqual([
      '',
      'A',
      'B',
      'C',
    ]);
  });

  it('is not misled by what looks like a tag in a value', () => {
    const html = renderMarkdown(
      '## A\n\n<a href="/x?<h2>y</h2>">link</a>\n\n## B\n\n## <a href="/>">C</a>',
      'policy',
    );
    expect(splitIntoSections(html).map(({ heading }) => heading)).toEqual(['A', 'B', 'C']);
  });

  it('has an end, in entries and in time', () => {
    const html = '<h2 class="lead">x</h2>\n'.repeat(50_000);
    const start = performance.now();
    const sections = splitIntoSections(html);
    expect(performance.now() - start).toBeLessThan(500);
    expect(sections).toHaveLength(60);
    expect(new Set(sections.map(({ id }) => id)).size).toBe(60);
    expect(sections.map((section) => section.html).join('')).toBe(html);
  });
});
