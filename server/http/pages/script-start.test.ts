import { describe, expect, it } from 'vitest';
import { startScriptsAfterFirstPaint } from './script-start.ts';

const SOURCE = `import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
window.modules = {"root":route0};
import("/assets/entry.js");`;

function page(script: string): string {
  return `<head><link rel="modulepreload" href="/assets/root.js"/></head><body>${script}</body>`;
}

describe('the start of the scripts', () => {
  it('waits for the first paint before it asks for any script', () => {
    const html = startScriptsAfterFirstPaint(
      page(`<script nonce="mark" type="module" async="">${SOURCE}</script>`),
      'mark',
    );
    expect(html).not.toContain('<link');
    expect(html).not.toMatch(/^import (?:"|\*)/m);
    const [, source = ''] =
      /<script nonce="mark" type="module" async="">([^]*)<\/script>/.exec(html) ?? [];
    const places = [
      "type: 'paint'",
      'const [, route0] = await Promise.all([import("/assets/manifest.js"), import("/assets/root.js")]);',
      'window.modules',
    ].map((part) => source.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places.toSorted((one, other) => one - other)).toEqual(places);
    expect(source).toContain('["/assets/root.js"]');
  });

  it.each([
    [
      'a module script that came in through content',
      page(`<script type="module">${SOURCE}</script>`),
    ],
    ['what is no page', '[{"_1":2}]'],
  ])('leaves alone %s', (_, text) => {
    expect(startScriptsAfterFirstPaint(text, 'mark')).toBe(text);
  });
});
