// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './rich-paste.ts';

const convert = (html: string) => htmlToMarkdown(html, { keepsLinks: false });

const GOOGLE_DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:400">Why it</span><span style="font-weight:700"> works</span></h2><p dir="ltr"><span style="font-weight:400">Some </span><span style="font-weight:700">bold</span><span style="font-weight:700"> words</span><span style="font-weight:400;font-style:italic"> slanted</span><span style="font-weight:400">.</span></p><ul><li dir="ltr" style="font-weight:400" aria-level="1"><p role="presentation"><span style="font-weight:400">one</span></p></li><ul><li aria-level="2"><p><span>inner</span></p></li></ul><li><p><span>two</span></p></li></ul><br /></b>`;

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0}</style><!--[if gte mso 9]><xml><o:x>a</o:x></xml><![endif]--></head><body lang=EN-US style='word-wrap:break-word'><!--StartFragment--><h1>Plan<o:p></o:p></h1><p class=MsoNormal>First,&nbsp;<b><span style='mso-bidi-theme-font:minor'>this</span></b>.<o:p></o:p></p><p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>one<o:p></o:p></p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span><![endif]>inner<o:p></o:p></p><!--EndFragment--></body></html>`;

describe('htmlToMarkdown', () => {
  it.each([
    ['headings', '<h1>a</h1><h3>b <b>c</b></h3>', '# a\n\n### b c'],
    ['paragraphs', '<p>a</p>\n<p>b</p>', 'a\n\nb'],
    ['what stands between blocks', 'a <b>b</b><p>c</p>d', 'a **b**\n\nc\n\nd'],
    ['line breaks', '<p>a<br>b</p>', 'a\nb'],
    ['bold and italic', '<b>a</b> <em>b</em> <strong><i>c</i></strong>', '**a** *b* ***c***'],
    ['marks away from spaces', '<p>a<b> b </b>c</p>', 'a **b** c'],
    ['bullets', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['numbers', '<ol start="3"><li>a<li>b</ol>', '3. a\n4. b'],
    ['inner lists', '<ol><li>a<ul><li>b</li></ul></li></ol>', '1. a\n   - b'],
    ['a quotation', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['code', '<p><code>a `b`</code></p><pre>c\n  d\n</pre>', '`` a `b` ``\n\n```\nc\n  d\n```'],
    ['links as their text', '<p>a <a href="https://b.example">c</a></p>', 'a c'],
    ['a table row by row', '<table><tr><td>a</td><td>b</td></tr></table>', 'a – b'],
    ['wrappers', '<div><div>a</div><div>b</div></div>', 'a\n\nb'],
    ['nothing of a picture', '<p>a<img src="x" onerror="alert(1)"></p>', 'a'],
    ['nothing of a script', '<script>alert(1)</script><style>b{}</style>a', 'a'],
    ['nothing', '<p>&nbsp;</p>', ''],
  ])('takes over %s', (_name, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['a * b', String.raw`a \* b`],
    ['a_b _c_', String.raw`a\_b \_c\_`],
    ['[a](b)', String.raw`\[a\](b)`],
    ['&lt;b&gt;', String.raw`\<b>`],
    ['# a', String.raw`\# a`],
    ['- a', String.raw`\- a`],
    ['1. a', String.raw`1\. a`],
    ['&amp;lt;', String.raw`\&lt;`],
    ['2026 - a', '2026 - a'],
  ])('writes %j so that it stays as it is', (text, markdown) => {
    expect(convert(`<p>${text}</p>`)).toBe(markdown);
  });

  it('keeps links that are addresses where the text may have any', () => {
    const html = `<a href="https://a.example/b_(c)">d</a> <a href="javascript:alert(1)">e</a> <a href="#f">g</a>`;
    expect(htmlToMarkdown(html, { keepsLinks: true })).toBe(
      String.raw`[d](https://a.example/b_\(c\)) e g`,
    );
  });

  it('keeps a link around blocks', () => {
    const html = '<a href="https://a.example"><h2>b</h2><p>c</p></a>';
    expect(htmlToMarkdown(html, { keepsLinks: true })).toBe('[b c](https://a.example)');
  });

  it('reads what Google Docs copies', () => {
    expect(convert(GOOGLE_DOCS)).toBe(
      '## Why it works\n\nSome **bold words** *slanted*.\n\n- one\n  - inner\n- two',
    );
  });

  it('reads what Word copies', () => {
    expect(convert(WORD)).toBe('# Plan\n\nFirst, **this**.\n\n- one\n   1. inner');
  });
});
