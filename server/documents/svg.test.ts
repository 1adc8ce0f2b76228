import { describe, expect, it } from 'vitest';
import { ServiceError } from '#server/core/errors.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { rebuildSvg } from './svg.ts';

const X = 'xmlns="http://www.w3.org/2000/svg"';
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const DOT = '<circle r="1"/>';

function rebuild(text: string): string {
  return rebuildSvg(Buffer.from(text, 'utf8'));
}

function catchError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

function drawing(inner: string, attributes = ''): string {
  return `<svg ${X} ${XLINK} viewBox="0 0 9 9" ${attributes}>${inner}${DOT}</svg>`;
}

function darkSheet(rules: string): string {
  return `<style>@media (prefers-color-scheme: dark){${rules}}</style>`;
}

// Everything that a browser could run, load or follow; no rebuilt drawing may have any of it.
const DANGEROUS =
  /<script|<!|<\?|<style|<foreignobject|<iframe|<object|<embed|<image|<feimage|<a[\s>]|<animate|<set|<handler|<listener|<audio|<video|<link|<meta|<body|\son\w+\s*=|style\s*=|javascript:|data:|https?:\/\/(?!www\.w3\.org\/2000\/svg")|\/\/evil|xlink|@import|url\((?!#)|expression\(|base\s*=/i;

const HARMLESS_AFTER_REBUILDING = [
  drawing('', 'onload="alert(1)"'),
  `<?xml-stylesheet href="https://evil.example/x.css"?>${drawing('')}`,
  `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "https://evil.example/svg.dtd">${drawing('')}`,
  `<svg xmlns="http://www.w3.org/1999/xhtml"><rect width="9"/></svg>`,
  ...[
    '<script>alert(1)</script>',
    '<script href="https://evil.example/x.js"/>',
    '<script xlink:href="data:text/javascript,alert(1)"/>',
    '<script><![CDATA[alert(1)]]></script>',
    '<script type="module">alert(1)</script>',
    '<SCRIPT>alert(1)</SCRIPT>',
    '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
    '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
    '<a href="#x"><script>alert(1)</script><rect/></a>',
    '<defs><g><script>alert(1)</script></g></defs>',
    '<title><script>alert(1)</script>Logo</title>',
    '<rect onclick="alert(1)" width="9"/>',
    '<animate onbegin="alert(1)" attributeName="x" dur="1s"/>',
    '<rect\n\tonerror\n=\n"alert(1)"/>',
    '<rect ONLOAD="alert(1)"/>',
    '<g tabindex="0" onfocusin="alert(1)"/>',
    '<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>',
    '<iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/>',
    '<object data="javascript:alert(1)"/>',
    '<embed src="//evil.example/x"/>',
    '<a href="javascript:alert(1)"><rect width="9"/></a>',
    '<a xlink:href="javascript:alert(1)"><rect width="9"/></a>',
    '<a href="https://evil.example/"><rect width="9"/></a>',
    '<a href="java&#10;script:alert(1)"><rect width="9"/></a>',
    '<image href="https://evil.example/pixel.png"/>',
    '<image href="data:image/svg+xml,&lt;svg onload=alert(1)&gt;"/>',
    '<filter id="f"><feImage href="https://evil.example/x"/></filter>',
    '<use href="https://evil.example/x.svg#a"/>',
    '<use xlink:href="data:image/svg+xml;base64,AAAA#x"/>',
    '<use href="//evil.example/x.svg#a"/>',
    '<use href="javascript:alert(1)"/>',
    '<linearGradient href="https://evil.example/x#a"/>',
    '<text><textPath href="//evil.example/x#a">t</textPath></text>',
    '<a><animate attributeName="href" values="javascript:alert(1)"/><rect/></a>',
    '<a><set attributeName="xlink:href" to="javascript:alert(1)"/><rect/></a>',
    '<animateMotion path="M0 0L9 9" dur="1s"/>',
    '<animateTransform attributeName="transform" dur="1s"/>',
    '<style>@import url(https://evil.example/x.css);</style>',
    '<style>*{background:url(//evil.example/x)}</style>',
    '<style>@font-face{font-family:a;src:url(https://evil.example/f.woff)}</style>',
    '<rect style="fill:url(https://evil.example/x#a)"/>',
    '<rect style="fill:u\\72l(//evil.example/x)"/>',
    '<rect style="fill:u/**/rl(//evil.example/x)"/>',
    '<rect style="width:expression(alert(1))"/>',
    '<style>.a{fill:url(https://evil.example/x)}</style><rect class="a"/>',
    '<rect fill="url(https://evil.example/x#a)"/>',
    `<rect fill="url('//evil.example/x#a')"/>`,
    '<rect fill="url(#a) url(//evil.example/x)"/>',
    '<rect fill="URL(//evil.example/x)"/>',
    '<rect fill="url (//evil.example/x)"/>',
    '<rect filter="url(//evil.example/x#f)"/>',
    '<rect mask="image-set(//evil.example/x 1x)"/>',
    '<rect cursor="url(//evil.example/x), auto"/>',
    '<path marker-end="url(//evil.example/x#m)" d="M0 0"/>',
    '<rect xml:base="https://evil.example/"/>',
    '<!--><script>alert(1)</script>-->',
    '<text><![CDATA[<script>alert(1)</script>]]></text>',
    '<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>',
    '<rect id="a&quot; onload=&quot;alert(1)"/>',
    '<g aria-label="&quot;&gt;&lt;script&gt;alert(1)"/>',
    '<handler type="text/javascript">alert(1)</handler>',
    '<video src="//evil.example/x.mp4" xmlns="http://www.w3.org/1999/xhtml"/>',
    '<link rel="stylesheet" href="//evil.example/x" xmlns="http://www.w3.org/1999/xhtml"/>',
    '<meta http-equiv="refresh" content="0;url=//evil.example" xmlns="http://www.w3.org/1999/xhtml"/>',
    '<metadata><rdf:RDF xmlns:rdf="https://evil.example/rdf"><script/></rdf:RDF></metadata>',
  ].map((inner) => drawing(inner)),
];

const circle = '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>';

const bomb = Array.from({ length: 12 }, (_, level) => {
  const uses = `<use href="#b${level + 1}"/>`.repeat(10);
  return `<g id="b${level}">${uses}</g>`;
}).join('');

const patterns = Array.from({ length: 12 }, (_, level) => {
  const rects = `<rect fill="url(#p${level + 1})" width="9" height="9"/>`.repeat(10);
  return `<pattern id="p${level}">${rects}</pattern>`;
}).join('');
const patternBomb = `<defs>${patterns}</defs><rect fill="url(#p0)"/>`;

const { svgBroken, notAnImage, svgEmpty, svgTooComplex, svgTooLarge } = UPLOAD_MESSAGES;

const withEntity = (entities: string) =>
  `<!DOCTYPE svg [${entities}]><svg ${X}><text>&x;</text></svg>`;

const REJECTED: [string, string, string | Buffer][] = [
  ['an entity bomb', svgBroken, withEntity('<!ENTITY a "aaaaaaaa"><!ENTITY x "&a;&a;&a;">')],
  ['an entity of a file', svgBroken, withEntity('<!ENTITY x SYSTEM "file:///etc/passwd">')],
  ['an unknown entity', svgBroken, `<svg ${X}><text>&x;</text>${DOT}</svg>`],
  ['a page of HTML', svgBroken, `<html><body><svg ${X}>${DOT}</svg></body></html>`],
  ['no XML', svgBroken, '<svg <<<>>>'],
  ['a drawing that is cut off', svgBroken, `<svg ${X}><g>${DOT}`],
  ['two roots', svgBroken, `<svg ${X}>${DOT}</svg><svg ${X}/>`],
  ['UTF-16', notAnImage, Buffer.from(`<svg ${X}>${DOT}</svg>`, 'utf16le')],
  ['broken UTF-8', svgBroken, Buffer.from('<svg \xff\xfe', 'latin1')],
  ['a NUL', svgBroken, `<svg ${X}>\0${DOT}</svg>`],
  ['no bytes', notAnImage, ''],
  ['only a script', svgEmpty, `<svg ${X}><script>alert(1)</script></svg>`],
  ['only a picture', svgEmpty, `<svg ${X}><image href="data:image/png;base64,AA"/></svg>`],
  ['uses that multiply', svgTooComplex, drawing(bomb)],
  ['patterns that multiply', svgTooComplex, drawing(patternBomb)],
  ['a use of itself', svgTooComplex, drawing('<g id="a"><use href="#a"/></g>')],
  ['two uses of each other', svgTooComplex, drawing(circle)],
  ['too many elements', svgTooComplex, drawing('<g/>'.repeat(250_000))],
  ['a deep drawing', svgTooComplex, drawing('<g>'.repeat(70) + '</g>'.repeat(70))],
  ['more than 1 MB', svgTooLarge, drawing(`<path d="${'M0 0'.repeat(300_000)}"/>`)],
];

describe('rebuildSvg', () => {
  it.each(HARMLESS_AFTER_REBUILDING)('makes %s harmless', (text) => {
    const rebuilt = rebuild(text);
    // Shown texts may look like markup, but only escaped.
    expect(rebuilt.replaceAll(/<(title|text)>[^<]*<\/\1>|aria-label="[^"<]*"/g, '')).not.toMatch(
      DANGEROUS,
    );
    expect(rebuilt).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    // What was rebuilt is well-formed, and nothing in it is left to take out.
    expect(rebuild(rebuilt)).toBe(rebuilt);
  });

  it.each(REJECTED)('refuses %s', (_, message, content) => {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content, 'utf8');
    const before = process.threadCpuUsage();
    const error: unknown = catchError(() => rebuildSvg(bytes));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ message, fields: { file: message } });
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5_000);
  });

  it.each<[string, string]>([
    ['a value without end', `<rect transform="${'a'.repeat(900_000)}"/>`],
    ['many brackets', `<rect transform="${'a('.repeat(450_000)}"/>`],
    ['many open addresses', `<rect fill="${'url(#a '.repeat(140_000)}"/>`],
    ['many spaces in an address', `<rect fill="url(${' '.repeat(900_000)}"/>`],
    ['many dark rules', darkSheet('.a{fill:red}'.repeat(80_000))],
    ['many dark selectors', darkSheet(`${'[fill="red"],'.repeat(70_000)}a{fill:red}`)],
    ['many sheets within one another', `<style>${'@media (a){'.repeat(90_000)}</style>`],
    ['many closed braces', `<style>${'}'.repeat(900_000)}</style>`],
    ['many marks of importance', `<rect style="fill:${'! '.repeat(450_000)}"/>`],
    ['a comment without end', `<!--${'- '.repeat(450_000)}`],
    ['many open comments of XML', '<!--'.repeat(50_000)],
    ['many open sections', '<![CDATA['.repeat(50_000)],
    ['many instructions', '<?a '.repeat(50_000)],
    ['many document types', '<!DOCTYPE svg '.repeat(59_000)],
    ['an open tag without end', `<rect${' '.repeat(900_000)}`],
    ['an open value', `<rect a="${'b'.repeat(900_000)}`],
  ])('is quick with %s', (_, inner) => {
    for (const text of [drawing(inner), `${inner}${drawing('')}`]) {
      const before = process.threadCpuUsage();
      catchError(() => rebuild(text));
      expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5_000);
    }
  });

  it('keeps what draws', () => {
    const text =
      '<defs><linearGradient id="a" x1="0" gradientUnits="userSpaceOnUse"><stop offset="0.5" stop-color="rgb(1, 2, 3)"/></linearGradient></defs>' +
      '<g transform="translate(1 2) rotate(45)"><path d="M0 0h9" fill="url(#a)" stroke="#123" stroke-width="1.5"/>' +
      '<use x="1" href="#b"/><text x="1" font-size="12"><tspan>Özlem &amp; Co</tspan></text></g>';
    const rebuilt = rebuild(`<svg ${X} viewBox="0 0 9 9" width="90">${text}</svg>`);
    expect(rebuilt).toBe(
      `<svg ${X} viewBox="0 0 9 9" width="90">${text.replace('&amp;', '&#x26;')}</svg>`,
    );
  });

  it('turns styles into attributes, as drawing programs need it', () => {
    const styled =
      '<style type="text/css">/* made */ .st0, .st1 {fill:#FF0000;} #one{stroke:url(#g) !important;} .st0{opacity:.5}</style>' +
      '<rect class="st0" id="one"/><rect class="st1" style="fill:blue;stroke-width:2;behavior:url(x)"/>';
    const rebuilt = rebuild(drawing(styled));
    expect(rebuilt).toContain('<rect id="one" fill="#FF0000" opacity=".5" stroke="url(#g)"/>');
    expect(rebuilt).toContain('<rect fill="blue" stroke-width="2"/>');
  });

  it('leaves a sheet for a dark page as one, with the classes that it names', () => {
    const rebuilt = rebuild(
      drawing(
        '<style>@import "a";.a{fill:#fff}.b{fill:red}@media screen and (prefers-color-scheme:dark){ .a, [stroke=\'#000\'] {fill:oklch(0.2 0.02 260); opacity:.9 !important} path{stroke:red} }' +
          '@media print{.a{fill:lime}}.b{opacity:.5}</style><rect class="a b"/>',
      ),
    );
    expect(rebuilt).toBe(
      `<svg ${X} viewBox="0 0 9 9"><style>@media (prefers-color-scheme:dark){.a,[stroke='#000']{fill:oklch(0.2 0.02 260);opacity:.9}path{stroke:red}}</style><rect fill="red" opacity=".5" class="a"/><circle r="1"/></svg>`,
    );
    expect(rebuild(rebuilt)).toBe(rebuilt);
  });

  it.each([
    ['a rule that loads', '.a{fill:url(//evil.example/x)}'],
    ['a property that does not draw', 'svg{background:url(//evil.example/x)}rect{content:"a"}'],
    ['a font of another site', '@font-face{font-family:a;src:url(//evil.example/x)}'],
    ['an open quote', `.a{fill:"red}.b{fill:'red}`],
    ['an attribute with an open quote', `[fill="red]{fill:red}[fill="a']{fill:red}`],
    ['an escape', '.\\61{fill:red}.a{fill:\\72 ed}'],
    ['a query for a value that is typed in', '[value^="a"]{fill:red}a:hover{fill:red}'],
    ['markup', `[fill="&lt;/style>&lt;script>"]{fill:red}.a{fill:&lt;script>}`],
    ['a second sheet', '@import url(//evil.example/x);@media print{.a{fill:red}}'],
  ])('takes %s out of a sheet for a dark page', (_, rules) => {
    const rebuilt = rebuild(drawing(`${darkSheet(rules)}<rect class="a b"/>`));
    expect(rebuilt).toBe(`<svg ${X} viewBox="0 0 9 9"><rect/><circle r="1"/></svg>`);
  });

  it('puts the children of a link in its place, and plain references in that of xlinks', () => {
    const link = '<a href="https://evil.example"><rect width="1"/></a>';
    const rebuilt = rebuild(drawing(`${link}<use xlink:href="#dot"/>`));
    expect(rebuilt).toContain('<rect width="1"/><use href="#dot"/>');
  });

  it('takes a byte order mark, an XML declaration and a plain DOCTYPE', () => {
    const text = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${drawing('')}`;
    expect(rebuild(text)).toBe(`<svg ${X} viewBox="0 0 9 9"><circle r="1"/></svg>`);
  });
});
