import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createScriptMarker, sealPage } from './content-policy.ts';

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}

describe('sealPage', () => {
  const marker = createScriptMarker();

  it('admits the marked inline scripts by the hash of their bytes and removes the marker', () => {
    const page = (nonce: string) =>
      `<script${nonce}>run('ı')</script><script type="module"${nonce}>run(2)</script>`;
    const bytes = Buffer.from(page(` nonce="${marker}"`)).toString('latin1');
    const { html, policy } = sealPage(bytes, marker);
    expect(Buffer.from(html, 'latin1').toString()).toBe(page(''));
    for (const source of ["run('ı')", 'run(2)']) expect(policy).toContain(hashOf(source));
  });

  it('gives no hash to a script from content or another file, and allows no inline style or eval', () => {
    const { policy } = sealPage(
      `<p><script>evil()</script><script nonce="guess">evil()</script></p><script nonce="${marker}">good()</script>`,
      marker,
    );
    expect(policy).not.toContain(hashOf('evil()'));
    expect(policy.match(/'sha256-/g)).toHaveLength(1);
    const external = sealPage(`<script src="/a.js" nonce="${marker}"></script>`, marker);
    expect(external.html).toBe('<script src="/a.js"></script>');
    expect(external.policy).not.toMatch(/sha256|unsafe/);
    expect(external.policy).toContain("require-trusted-types-for 'script'");
  });
});
