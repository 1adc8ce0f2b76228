// @vitest-environment jsdom
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '#server/core/errors.ts';
import { renderMarkdown } from './markdown.ts';
import type { MarkdownKind } from './tasks/tasks.ts';

const KINDS: MarkdownKind[] = ['post', 'preview', 'policy'];

const POST_TAGS = 'p br strong em ul ol li h1 h2 h3 h4 h5 h6 blockquote code pre'.split(' ');
const ALLOWED: Record<MarkdownKind, { tags: string[]; attributes: (tag: string) => string[] }> = {
  post: { tags: POST_TAGS, attributes: () => ['class'] },
  preview: { tags: POST_TAGS, attributes: () => [] },
  policy: {
    tags: 'p h1 h2 h3 h4 h5 h6 ul ol li strong em br a'.split(' '),
    attributes: (tag) => (tag === 'a' ? ['href', 'target', 'rel'] : []),
  },
};

/** Everything in the HTML, as a browser reads it, that its list does not allow. */
function findViolations(html: string, kind: MarkdownKind): string[] {
  const { body, head } = new DOMParser().parseFromString(`<div>${html}</div>`, 'text/html');
  const container = body.firstElementChild;
  const violations: string[] = [];
  if (head.childNodes.length > 0 || body.childNodes.length !== 1) violations.push('broke out');
  for (const node of container?.querySelectorAll('*') ?? []) {
    const tag = node.localName;
    if (!ALLOWED[kind].tags.includes(tag)) violations.push(tag);
    for (const { name, value } of node.attributes) {
      if (!ALLOWED[kind].attributes(tag).includes(name)) violations.push(`${tag} ${name}`);
      if (name === 'href' && !/^(?:https?:|mailto:|tel:|[^:]*(?:[/?#]|$))/i.test(value)) {
        violations.push(value);
      }
    }
  }
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  if (walker.nextNode()) violations.push('comment');
  return violations;
}

const VECTORS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<script\n>alert(1)</script\n>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  'text <script>alert(1)</script> more',
  '<script>alert(1)',
  '<style>@import "https://evil.example/x.css"</style>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"',
  '<img """><script>alert(1)</script>">',
  '<IMG SRC=javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![x](https://evil.example/pixel.png)',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<body onload=alert(1)>',
  '<html onmouseover=alert(1)>x</html>',
  '</div></body></html><script>alert(1)</script>',
  '</div><h1>out</h1>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)><option>x</select>',
  '<textarea autofocus onfocus=alert(1)></textarea>',
  '<textarea></textarea><script>alert(1)</script>',
  '<title></title><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<template><img src=x onerror=alert(1)></template>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<p onclick="alert(1)">x</p>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p id="location" name="location">x</p>',
  '<em onmouseover=alert(1) class="a">x</em>',
  '<strong/onmouseover=alert(1)>x</strong>',
  '<p\u000conclick=alert(1)>x</p>',
  '<p class="x" class="y" onclick=\'alert(1)\'>x</p>',
  '<p class="&quot; onclick=&quot;alert(1)">x</p>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](java&Tab;script:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](file:///etc/passwd)',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="&#x6A;avascript&colon;alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="#" onclick="alert(1)">x</a>',
  '<a href="/" ping="https://evil.example" download>x</a>',
  '<a href="https://evil.example" target="_blank" rel="opener">x</a>',
  '<a href="x"><a href="javascript:alert(1)">x</a></a>',
  '<!-- <img src=x onerror=alert(1)> -->',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<!DOCTYPE html><script>alert(1)</script>',
  '`<script>alert(1)</script>`',
  '```html\n<script>alert(1)</script>\n```',
  '```"><script>alert(1)</script>\ntext\n```',
  '| a |\n| - |\n| <img src=x onerror=alert(1)> |',
  'x[^1]\n\n[^1]: <img src=x onerror=alert(1)>',
  '- [ ] <input onfocus=alert(1) autofocus>',
  '> <blockquote onclick=alert(1)>\n> x',
  '<li onclick=alert(1)>x</li></ul></div>',
  '<p>x</div></p></div>',
];

const BEGINNINGS = ['\n', '\n\n', '    ', '> ', '- ', '1. ', '# ', '<a href="//x">'];
const FRAGMENTS = [
  ...`< > " ' \` &lt; &#60; ** _ </a>`.split(' '),
  ...BEGINNINGS,
  ...['p', 'ul', 'li', 'h1', 'pre', 'code', 'em', 'blockquote'].flatMap((tag) => [
    `<${tag}>`,
    `</${tag}>`,
  ]),
];

describe('renderMarkdown', () => {
  it.each(VECTORS)('lets nothing through of %j', (vector) => {
    for (const kind of KINDS) {
      expect(findViolations(renderMarkdown(vector, kind), kind)).toEqual([]);
      const within = `Before\n\n${vector}\n\nAfter **all**`;
      expect(findViolations(renderMarkdown(within, kind), kind)).toEqual([]);
    }
  });

  it('lets nothing through of any mixture', { timeout: 30_000 }, () => {
    const pieces = fc.constantFrom(...VECTORS, ...FRAGMENTS);
    const strings = fc.oneof(
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 12 })), { maxLength: 12 }),
      fc.array(pieces, { maxLength: 30 }),
    );
    fc.assert(
      fc.property(strings, fc.constantFrom(...KINDS), (parts, kind) => {
        expect(findViolations(renderMarkdown(parts.join(''), kind), kind)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['# One\n\n###### Six', '<h1>One</h1>\n<h6>Six</h6>'],
    ['a **b** _c_ `d`', '<p>a <strong>b</strong> <em>c</em> <code>d</code></p>'],
    ['line\nbreak', '<p>line<br>\nbreak</p>'],
    ['- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['15. yılımız', '<p>15. yılımız</p>'],
    ['3) a\n   - b\n4) c', '<p>3) a</p>\n<ul>\n<li>b</li>\n</ul>\n<p>4) c</p>'],
    ['A <template> here.\n\n# More', '<p>A &#x3C;template> here.</p>\n<h1>More</h1>'],
    [
      '<name>\n\nMap<k> <script>\n\nc',
      '<p>&#x3C;name></p>\n<p>Map&#x3C;k> &#x3C;script></p>\n<p>c</p>',
    ],
    ['<svg><circle r="1"/></svg> a', '<p> a</p>'],
    ['> quote', '<blockquote>\n<p>quote</p>\n</blockquote>'],
    ['```ts\na < b\n```', '<pre><code class="language-ts">a &#x3C; b\n</code></pre>'],
    ['[text](https://a.example) and https://b.example', '<p>text and https://b.example</p>'],
    ['~~gone~~ but readable', '<p>gone but readable</p>'],
    ['<div>text</div>', 'text'],
    ['<div>\n\n**in markdown**\n\n</div>', '\n<p><strong>in markdown</strong></p>\n'],
    ['<p class="lead note" id="x">raw</p>', '<p class="lead">raw</p>'],
    ['an <em class="not-prose">inline</em> tag', '<p>an <em class="not-prose">inline</em> tag</p>'],
    ['<u>AT&amp;T &copy; 5 &lt; 6</u>', '<p>AT&#x26;T © 5 &#x3C; 6</p>'],
    ['no<script>alert(1)</script>thing', '<p>nothing</p>'],
    ['a < b and c > d', '<p>a &#x3C; b and c > d</p>'],
    ['see[^n]\n\n[^n]: the note', '<p>see[n]</p>\n<p>the note</p>'],
    ['', ''],
  ])('renders %j of a post', (markdown, html) => {
    expect(renderMarkdown(markdown, 'post')).toBe(html);
  });

  it('keeps the text of every table cell, and in the preview the elements without attributes', () => {
    const table = renderMarkdown('| a | b |\n| - | - |\n| c | **d** |', 'post');
    expect(table.replaceAll(/\s+/g, ' ').trim()).toBe('<p> a b </p> <p> c <strong>d</strong> </p>');
    const html = renderMarkdown('<p class="lead">a</p>\n\n```ts\nb\n```\n\n- [ ] c', 'preview');
    expect(html).toMatch(/<p>a<\/p>\s*<pre><code>b/);
    expect(html).not.toContain('class');
  });

  it.each([
    ['[a](/terms)', '<a href="/terms">a</a>'],
    ['[a](#part)', '<a href="#part">a</a>'],
    ['[a](mailto:a@b.example)', '<a href="mailto:a@b.example">a</a>'],
    ['[a](tel:+903125550100)', '<a href="tel:+903125550100">a</a>'],
    ['[a](https://b.example)', '<a href="https://b.example" rel="noopener noreferrer">a</a>'],
    ['[a](//b.example)', '<a href="//b.example" rel="noopener noreferrer">a</a>'],
    ['[a](/\\b.example)', '<a href="/%5Cb.example">a</a>'],
    ['[a](ftp://b.example)', '<a>a</a>'],
    [
      '<a href="/x" target="_blank" rel="nofollow opener">a</a>',
      '<a href="/x" target="_blank" rel="nofollow noopener noreferrer">a</a>',
    ],
    ['<a href="/\\b.example">a</a>', '<a href="/\\b.example" rel="noopener noreferrer">a</a>'],
    ['<code>a</code> <blockquote>b</blockquote>', 'a </p>b<p>'],
  ])('renders %j of a policy', (markdown, html) => {
    expect(renderMarkdown(markdown, 'policy')).toBe(`<p>${html}</p>`);
  });
});

describe('renderMarkdown of a text that costs too much', () => {
  const formatting = Array.from({ length: 1_000 }, (_, at) => `<p><b class="a${at}">`).join('');
  const nested = Array.from({ length: 60 }, (_, level) => `${'  '.repeat(level)}- x`).join('\n');

  it.each([
    ['nested quotes', '> '.repeat(100)],
    ['nested lists', '- '.repeat(100)],
    ['lists nested by indentation', nested],
    ['list items', '- x\n'.repeat(2_500)],
    ['lines', 'x\n\n'.repeat(2_000)],
    ['delimiters of one paragraph', '*a_ '.repeat(8_000)],
    ['brackets that nothing opens', ']'.repeat(4_000)],
    ['links that never end', '_www.'.repeat(2_000)],
    ['formatting elements that nothing closes', formatting],
    ['blocks of formatting elements', `<b><i><u><s><em>\n${'<p>'.repeat(8_000)}`],
    ['end tags', `${'<div>'.repeat(5_000)}${'</p>'.repeat(5_000)}`],
    ['delimiters inside a list', `- x\n  ${']'.repeat(4_000)}`],
    ['delimiters behind what looks like code', `<div>\n\`\`\`\n\n${']'.repeat(4_000)}`],
  ])('rejects too many %s', (_, markdown) => {
    expect(() => renderMarkdown(markdown, 'post')).toThrow(ServiceError);
  });

  it('takes a long text of ordinary paragraphs, lists, tables and code', () => {
    const paragraph = 'A **word** with a [link](https://a.example) and `code`, once more. '.repeat(
      8,
    );
    const list = '- an *item*\n'.repeat(20);
    const table = `| a | b |\n| - | - |\n${'| c | **d** |\n'.repeat(20)}`;
    const code = `\`\`\`ts\n${'const a = [b[0], { c: `d` }, e_f * g];\n'.repeat(25)}\`\`\``;
    const part = [paragraph, list, table, code].join('\n\n');
    const text = `${part}\n\n`.repeat(Math.floor(60_000 / part.length));
    expect(renderMarkdown(text, 'post')).toContain('<strong>word</strong>');
  });
});
