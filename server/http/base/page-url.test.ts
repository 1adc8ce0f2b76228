import { describe, expect, it } from 'vitest';
import {
  cachedTarget,
  canonicalTarget,
  isKnownSegment,
  MISSING_PAGE,
  pageTarget,
} from './page-url.ts';

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
    expect(cachedTarget(target)).toBe(expected);
  });

  const others = '/admin /admin/orders /ADMIN /admin.data /adminloginpage /order?submitted=VT-1';
  it.each([
    ...others.split(' '),
    '/contact?sent=1',
    '/no-such-page.data',
    `/blog/${'x'.repeat(2_000)}`,
  ])('%s is not kept', (target) => {
    expect(cachedTarget(target)).toBeNull();
  });

  it('is known without the router for a canonical target, and of every first segment', () => {
    expect(canonicalTarget('/faq?category=Pricing')).toBe('/faq?category=Pricing');
    expect(canonicalTarget('/contact?sent=1')).toBeNull();
    const segments = ['', 'blog', 'Blog', 'ADMIN', 'sitemap.xml', 'api', 'assets', 'media'];
    expect([...segments, 'wp-login.php'].filter(isKnownSegment)).toEqual(segments);
  });
});
