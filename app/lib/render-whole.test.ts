import { createElement as h, type ReactNode, Suspense, use } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderWhole } from './render-whole.server.ts';

const onError = vi.fn<(error: unknown) => void>();

afterEach(() => onError.mockReset());

async function render(page: ReactNode, timeoutMs = 5_000): Promise<string> {
  return (await renderWhole(page, { nonce: 'marker', timeoutMs, onError })).toString();
}

function Later({ text }: { text: Promise<string> }): ReactNode {
  return h('p', null, use(text));
}

function Failing(): ReactNode {
  throw new Error('it fails');
}

const never = new Promise<string>(() => {});

describe('renderWhole', () => {
  it('waits for what comes late, however large, and sends it in order', async () => {
    const text = 'ğ'.repeat(100_000);
    const late = new Promise<string>((resolve) => setTimeout(resolve, 50, text));
    const html = await render(
      h(
        'main',
        null,
        h(Suspense, { fallback: h('p', null, 'waiting') }, h(Later, { text: late })),
        h('footer'),
      ),
    );
    expect(html).toContain(`<p>${text}</p>`);
    expect(html).not.toContain('waiting');
    expect(html.indexOf(text)).toBeLessThan(html.indexOf('<footer>'));
    expect(onError).not.toHaveBeenCalled();
  });

  it('reports an error in a boundary, and renders the rest', async () => {
    const html = await render(
      h('main', null, h(Suspense, { fallback: h('p', null, 'waiting') }, h(Failing)), 'rest'),
    );
    expect(html).toContain('waiting');
    expect(html).toContain('rest');
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('fails with an error outside of any', async () => {
    await expect(render(h('main', null, h(Failing)))).rejects.toThrow('it fails');
  });

  it('leaves to the browser what is not there in time', async () => {
    const html = await render(
      h(
        'main',
        null,
        h(Suspense, { fallback: h('p', null, 'waiting') }, h(Later, { text: never })),
        'rest',
      ),
      50,
    );
    expect(html).toContain('waiting');
    expect(html).toContain('rest');
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('fails in time when there is nothing to show', async () => {
    await expect(render(h('main', null, h(Later, { text: never })), 50)).rejects.toThrow();
  });
});
