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
    const source = /<script nonce="mark" type="module" async="">([^]*)<\/script>/.exec(html)?.[1];
    const paint = source?.indexOf("type: 'paint'") ?? -1;
    const modules = source?.indexOf(
      'const [, route0] = await Promise.all([import("/assets/manifest.js"), import("/assets/root.js")]);',
    );
    expect(paint).toBeGreaterThan(-1);
    expect(modules).toBeGreaterThan(paint);
    expect(source?.indexOf('window.modules')).toBeGreaterThan(modules ?? -1);
    expect(source).toContain('["/assets/root.js"]');
  });

  it('leaves alone a module script that came in through content', () => {
    const html = page(`<script type="module">${SOURCE}</script>`);
    expect(startScriptsAfterFirstPaint(html, 'mark')).toBe(html);
  });

  it('leaves alone what is no page', () => {
    expect(startScriptsAfterFirstPaint('[{"_1":2}]', 'mark')).toBe('[{"_1":2}]');
  });
});
