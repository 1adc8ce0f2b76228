import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeXml, xmlCharacterData } from './xml.ts';

describe('escapeXml', () => {
  it('escapes what has a meaning in XML and drops what XML cannot carry', () => {
    expect(escapeXml(`<a href="x">&'</a>\u0000\u0008\ud800`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;&amp;&apos;&lt;/a&gt;\ufffd',
    );
  });
});

describe('xmlCharacterData', () => {
  it('never lets its content end the section', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const sections = xmlCharacterData(`${before}]]>${after}`);
        const parts = sections.split(/<!\[CDATA\[|\]\]>/);
        expect(parts.filter((_, index) => index % 2 === 0).join('')).toBe('');
      }),
    );
    expect(xmlCharacterData('a]]>b')).toBe('<![CDATA[a]]]]><![CDATA[>b]]>');
  });
});
