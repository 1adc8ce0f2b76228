import { describe, expect, it } from 'vitest';
import { canonicalTarget, MISSING_PAGE, pageTarget, readPageAddresses } from './page-url.ts';

const route = (id: string, path: string | undefined, parentId?: string, index?: true) => ({
  id,
  path,
  parentId,
  index,
  module: { default: () => null },
});

const addresses = readPageAddresses(
  Object.fromEntries(
    [
      route('root', ''),
      route('routes/site/layout', undefined, 'root'),
      route('routes/site/home', undefined, 'routes/site/layout', true),
      route('routes/site/blog', 'blog', 'routes/site/layout'),
      route('routes/site/blog-post', 'blog/:slug', 'routes/site/layout'),
      route('terms', 'terms', 'routes/site/layout'),
      route('routes/site/not-found', '*', 'routes/site/layout'),
      route('routes/admin/layout', 'admin', 'root'),
      route('routes/admin/not-found', '*', 'routes/admin/layout'),
      route('routes/resources/sitemap', 'sitemap.xml', 'root'),
    ].map((each) => [each.id, each]),
  ) as never,
);

describe('what a page sees of its query', () => {
  it.each([
    ['/blog?category=Design&utm_source=x', '/blog?category=Design'],
    ['/blog?x=1', '/blog'],
    ['/Blog?category=Design', '/Blog?category=Design'],
    ['/?category=Design', '/'],
    ['/pricing?submitted=1&category=2', '/pricing'],
    ['/blog?category=a&category=b', '/blog?category=a'],
    ['/blog.data?category=a&_routes=root', '/blog.data?_routes=root'],
    ['/blog?category=%C3%A7%20%26', '/blog?category=%C3%A7+%26'],
    ['/blog?', '/blog'],
    ['/order?index', '/order'],
    [`/blog?category=${'x'.repeat(500)}`, `/blog?category=${'x'.repeat(200)}`],
    ['/constructor?category=a', '/constructor'],
  ])('%s is %s', (target, expected) => {
    expect(pageTarget(target)).toBe(expected);
  });

  it('has the place of the form in it when a form was sent', () => {
    expect(pageTarget('/order?index&a=b', true)).toBe('/order?index=');
  });
});

describe('the address under which an answer is kept', () => {
  it.each([
    ['/', '/'],
    ['/?anything=1', '/'],
    ['/blog?category=Design&b=1', '/blog?category=Design'],
    ['/blog/any-slug', '/blog/any-slug'],
    ['/blog.data', '/blog.data'],
    ['/_.data', '/_.data'],
    ['/terms', '/terms'],
    ['/sitemap.xml', '/sitemap.xml'],
    ['/no/such/page', MISSING_PAGE],
    ['/no-such-page?a=1', MISSING_PAGE],
  ])('%s is kept as %s', (target, expected) => {
    expect(addresses.keptTarget(target)).toBe(expected);
  });

  it.each([
    '/admin',
    '/admin/orders',
    '/order?submitted=VT-1',
    '/contact?sent=1',
    '/no-such-page.data',
    `/blog/${'x'.repeat(2_000)}`,
  ])('%s is not kept', (target) => {
    expect(addresses.keptTarget(target)).toBeNull();
  });

  it('is known without the router for a canonical target', () => {
    expect(canonicalTarget('/faq?category=Pricing')).toBe('/faq?category=Pricing');
    expect(canonicalTarget('/contact?sent=1')).toBeNull();
  });

  it('knows the first segments of every address, and no other', () => {
    for (const segment of ['', 'blog', 'Blog', 'ADMIN', 'sitemap.xml', 'api', 'assets', 'media']) {
      expect(addresses.isKnownSegment(segment)).toBe(true);
    }
    expect(addresses.isKnownSegment('wp-login.php')).toBe(false);
  });
});
