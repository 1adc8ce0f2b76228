import { describe, expect, it } from 'vitest';
import { startScriptsAfterFirstFrame } from './script-start.ts';

const SOURCE = `import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
window.modules = {"root":route0};
import("/assets/entry.js");`;

function page(script: string): string {
  return `<head><link rel="modulepreload" href="/assets/root.js"/></head><body>${script}</body>`;
}

describe('the start of the scripts', () => {
  it('waits for the first frame before it asks for any script', () => {
    const html = startScriptsAfterFirstFrame(
      page(`<script nonce="mark" type="module" async="">${SOURCE}</script>`),
      'mark',
    );
    expect(html).not.toContain('<link');
    expect(html).not.toMatch(/^import (?:"|\*)/m);
    const source = /<script nonce="mark" type="module" async="">([^]*)<\/script>/.exec(html)?.[1];
    const frame = source?.indexOf('requestAnimationFrame') ?? -1;
    const modules = source?.indexOf(
      'const [, route0] = await Promise.all([import("/assets/manifest.js"), import("/assets/root.js")]);',
    );
    expect(frame).toBeGreaterThan(-1);
    expect(modules).toBeGreaterThan(frame);
    expect(source?.indexOf('window.modules')).toBeGreaterThan(modules ?? -1);
    expect(source).toContain('["/assets/root.js"]');
  });

  it('leaves alone a module script that came in through content', () => {
    const html = page(`<script type="module">${SOURCE}</script>`);
    expect(startScriptsAfterFirstFrame(html, 'mark')).toBe(html);
  });

  it('leaves alone what is no page', () => {
    expect(startScriptsAfterFirstFrame('[{"_1":2}]', 'mark')).toBe('[{"_1":2}]');
  });
});
