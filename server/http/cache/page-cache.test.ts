import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMetrics } from '#server/http/base/metrics.ts';
import { MISSING_PAGE } from '#server/http/base/page-url.ts';
import { createTestLog } from '#tests/support/log.ts';
import { createPageCache, type RenderedPage } from './page-cache.ts';
import { negotiate } from '#server/http/base/cached-response.ts';

function page(text: string, changes: Partial<RenderedPage> = {}): RenderedPage {
  return {
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8']],
    body: Buffer.from(text),
    tables: new Set(['blog_posts']),
    validUntil: Number.POSITIVE_INFINITY,
    ...changes,
  };
}

type Options = Partial<Parameters<typeof createPageCache>[0]>;

function createCache(render: (target: string) => Promise<RenderedPage>, options: Options = {}) {
  const rendered = vi.fn(render);
  const warn = vi.fn<(...words: unknown[]) => void>();
  const metrics = createMetrics();
  const cache = createPageCache({
    render: rendered,
    isKnownSegment: (segment) => ['', 'blog', 'faq'].includes(segment),
    now: () => new Date(),
    log: createTestLog({ warn }),
    metrics,
    ...options,
  });
  onTestFinished(() => cache.stop());
  /** The text of the cached response to a request; undefined: none. */
  const find = (target: string) => textOf(cache.find(target, target.replace(/\?.*/, '')));
  return { cache, find, rendered, warn, metrics };
}

function textOf(response?: { forms: { identity: { body: Buffer } } }): string | undefined {
  return response?.forms.identity.body.toString();
}

function negotiationFor(acceptEncoding: string) {
  return { method: 'GET', acceptEncoding, ifNoneMatch: undefined };
}

function encodingOf({ headers }: { headers: readonly string[] }): string | undefined {
  return headers[headers.indexOf('content-encoding') + 1];
}

describe('keeping', () => {
  it('answers who waits with the form that he takes, and keeps all in better forms', async () => {
    const text = Array.from({ length: 5_000 }, (_, index) => `${index * index} and so on`).join();
    const { cache, rendered } = createCache(async () => page(text));
    const quick = await cache.get('/blog', 'br');
    const inHaste = negotiate(quick, negotiationFor('br'));
    expect(encodingOf(inHaste)).toBe('br');
    expect(brotliDecompressSync(inHaste.body ?? '').toString()).toBe(text);
    expect(await cache.get('/blog', 'br')).toBe(quick);
    const cached = await cache.get('/blog');
    expect(cache.find('/blog', '/blog')).toBe(cached);
    expect(await cache.get('/blog', 'br')).toBe(cached);
    expect(cached.forms.br?.body.length).toBeLessThan(inHaste.body?.length ?? 0);
    const again = { ...negotiationFor('br'), ifNoneMatch: cached.forms.br?.etag };
    expect(negotiate(quick, again).status).toBe(200);
    expect(rendered).toHaveBeenCalledTimes(1);
    // Zstandard is only for who waits.
    const inZstd = negotiate(await cache.get('/faq', 'zstd'), negotiationFor('zstd, br'));
    expect(encodingOf(inZstd)).toBe('zstd');
    expect(zstdDecompressSync(inZstd.body ?? '').toString()).toBe(text);
    const faq = await cache.get('/faq');
    expect(negotiate(faq, negotiationFor('zstd, br')).body).toBe(faq.forms.br?.body);
  });

  it('finds the page whatever else is in the query, and one for all addresses without a page', async () => {
    const { cache, find } = createCache(async (target) =>
      page(target, { status: target === MISSING_PAGE ? 404 : 200 }),
    );
    for (const target of ['/blog?category=Design', '/blog', MISSING_PAGE]) await cache.get(target);
    expect(find('/blog?b=1&category=Design')).toBe('/blog?category=Design');
    expect(find('/blog?utm_source=x')).toBe('/blog');
    expect(find('/wp-login.php?a=1')).toBe(MISSING_PAGE);
    for (const target of ['/blog?category=Other', '/blog/a', '/wp-login.data', '/wp-admin/']) {
      expect(find(target), target).toBeUndefined();
    }
  });

  it.each([
    ['a page of an error', page('no', { status: 500 })],
    ['maintenance', page('no', { status: 503 })],
    ['a redirect', page('', { status: 301 })],
    ['a post that does not exist', page('no', { status: 404 })],
    ['what is larger than a megabyte', page('x'.repeat(1_100_000))],
  ])('never keeps %s', async (_what, response) => {
    const { cache, find, rendered } = createCache(async () => response);
    const sent = await cache.get('/blog');
    expect(sent.status).toBe(response.status);
    expect(find('/blog')).toBeUndefined();
    const quick = await cache.get('/blog', 'br');
    expect(encodingOf(negotiate(quick, negotiationFor('br')))).toBe('br');
    expect(rendered).toHaveBeenCalledTimes(2);
  });

  it('renders again after a failure, which everybody who waited gets', async () => {
    let isBroken = true;
    const { cache } = createCache(async () => {
      if (isBroken) throw new Error('broken');
      return page('mended');
    });
    const both = await Promise.allSettled([cache.get('/'), cache.get('/')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(textOf(await cache.get('/'))).toBe('mended');
  });

  it('stays within its memory, and lets go first of what nobody asks for', async () => {
    const render = async () => page('x'.repeat(1_000));
    const { cache, find, metrics } = createCache(render, { maxBytes: 500_000 });
    await cache.get('/');
    for (let index = 0; index < 1_000; index += 1) {
      await cache.get(`/blog?category=${index}`);
      find('/');
    }
    expect((await metrics.cachedPageBytes.get()).values[0]?.value).toBeLessThanOrEqual(500_000);
    expect((await metrics.cachedPages.get()).values[0]?.value).toBeGreaterThan(50);
    expect(find('/')).toBeDefined();
    expect(find('/blog?category=0')).toBeUndefined();
  });
});

describe('dropping', () => {
  it('drops what was made from the table, and everything when the settings change', async () => {
    let version = 1;
    const { cache, find } = createCache(async (target) =>
      page(`${target} ${version}`, {
        tables: new Set([target === '/faq' ? 'faqs' : 'blog_posts']),
      }),
    );
    await cache.get('/blog');
    await cache.get('/faq');
    version = 2;
    cache.invalidate('blog_posts');
    expect(find('/blog')).toBeUndefined();
    expect(find('/faq')).toBe('/faq 1');
    await expect.poll(() => find('/blog')).toBe('/blog 2');
    cache.invalidate('site_settings');
    expect(find('/blog')).toBeUndefined();
    expect(find('/faq')).toBeUndefined();
  });

  it('does not keep what changed while it was being made, and starts anew for who asks then', async () => {
    const gate = Promise.withResolvers<void>();
    let version = 1;
    const { cache, find, rendered } = createCache(async () => {
      const text = `version ${version}`;
      if (version === 1) await gate.promise;
      return page(text);
    });
    const before = cache.get('/blog');
    version = 2;
    cache.invalidate('faqs');
    cache.invalidate('blog_posts');
    const after = await cache.get('/blog');
    gate.resolve();
    expect(textOf(await before)).toBe('version 1');
    expect(textOf(after)).toBe('version 2');
    expect(find('/blog')).toBe('version 2');
    expect(rendered).toHaveBeenCalledTimes(2);
  });

  it('keeps what was being made while another table changed', async () => {
    const gate = Promise.withResolvers<void>();
    const { cache, find } = createCache(() => gate.promise.then(() => page('same')));
    const made = cache.get('/blog');
    cache.invalidate('faqs');
    gate.resolve();
    await made;
    expect(find('/blog')).toBe('same');
  });
});

describe('a page that is true until an instant', () => {
  const CLOSING = new Date('2026-11-24T18:00:00+03:00');

  function createClockedCache() {
    let now = new Date(CLOSING.getTime() - 1);
    const made = createCache(
      (target) =>
        Promise.resolve(
          page(`${target} at ${now.toISOString()}`, {
            status: target === MISSING_PAGE ? 404 : 200,
            validUntil: now < CLOSING ? CLOSING.getTime() : Number.POSITIVE_INFINITY,
          }),
        ),
      { now: () => now },
    );
    return { ...made, close: () => (now = CLOSING) };
  }

  it('is made again for the first request after it, without a change of a table, and not confirmed to a browser that has it', async () => {
    const { cache, find, rendered, close } = createClockedCache();
    await cache.get(MISSING_PAGE);
    const { etag } = (await cache.get('/blog')).forms.identity;
    expect(find('/blog')).toContain('14:59:59.999');
    close();
    for (const target of ['/blog', '/blog?utm_source=x', '/nowhere']) {
      expect(find(target), target).toBeUndefined();
    }
    const response = await cache.get('/blog');
    expect(textOf(response)).toContain('15:00:00.000');
    const given = { method: 'GET', acceptEncoding: null, ifNoneMatch: etag };
    expect(negotiate(response, given).status).toBe(200);
    expect(find('/blog')).toContain('15:00:00.000');
    await cache.get('/blog');
    expect(rendered).toHaveBeenCalledTimes(3);
  });

  it('is served for longer while the database is away', async () => {
    const { cache, find, close } = createClockedCache();
    await cache.get('/blog');
    cache.changesLost();
    close();
    expect(find('/blog')).toContain('14:59:59.999');
  });
});

it('warming up renders the pages of the sitemap one after another, also after one that fails', async () => {
  let underWay = 0;
  let max = 0;
  const { cache, find, rendered, warn } = createCache(async (target) => {
    underWay += 1;
    max = Math.max(max, underWay);
    await pause(2);
    underWay -= 1;
    if (target === '/') throw new Error('broken');
    if (target !== '/sitemap.xml')
      return page(target, { status: target === MISSING_PAGE ? 404 : 200 });
    const text = '<loc>https://a.example/blog/one</loc><loc>https://a.example/faq</loc>';
    return page(text, { headers: [['content-type', 'application/xml']] });
  });
  cache.warmUp();
  await expect.poll(() => find('/faq')).toBeDefined();
  expect(find('/nothing')).toBeDefined();
  const targets = ['/', MISSING_PAGE, '/sitemap.xml', '/blog/one', '/faq'];
  expect(rendered.mock.calls.flat()).toEqual(targets);
  expect(max).toBe(1);
  const failed = 'a page could not be rendered in advance';
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ target: '/' }), failed);
});

describe('without a database', () => {
  it('serves what it has, says so, and makes it again when the database is back', async () => {
    let version = 1;
    const { cache, find, warn } = createCache(async () => page(`version ${version}`));
    await cache.get('/');
    cache.changesLost();
    cache.changesLost();
    version = 2;
    for (let responses = 0; responses < 2; responses += 1) expect(find('/')).toBe('version 1');
    cache.changesBack();
    await expect.poll(() => find('/')).toBe('version 2');
    expect(warn.mock.calls).toEqual([
      ['changes cannot be seen: cached pages are served as they were last known'],
      [{ responses: 2 }, 'changes can be seen again'],
    ]);
  });

  it('keeps what it has when rendering it again fails', async () => {
    let response = page('good');
    const { cache, find } = createCache(async () => response);
    await cache.get('/');
    response = page('down', { status: 503 });
    await cache.refresh();
    expect(find('/')).toBe('good');
  });
});
