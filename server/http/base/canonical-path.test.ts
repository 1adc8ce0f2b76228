import { describe, expect, it } from 'vitest';
import { isCanonicalPath, splitTarget } from './canonical-path.ts';

describe('isCanonicalPath', () => {
  it.each([
    '/',
    '/blog',
    '/blog/offline-maps',
    '/portfolio/0199f7a2-0000-7000-8000-000000000000',
    '/assets/root-B1x_9.js',
    '/blog/caf%C3%A9',
    '/blog.data',
    '/.well-known/security.txt',
    "/a/b:c;d=e@f!g$h&i'j(k)*+,~",
  ])('accepts %s', (path) => {
    expect(isCanonicalPath(path)).toBe(true);
  });

  it.each([
    '',
    'blog',
    '*',
    'http://evil.example/',
    '//evil.example',
    '/admin//orders',
    '/admin/./orders',
    '/blog/../admin',
    '/..',
    '/.',
    '/%2fadmin',
    '/admin%2Forders',
    '/admin%5corders',
    '/admin\\orders',
    '/%61dmin',
    '/%2e%2e/admin',
    '/a%00b',
    '/a%0ab',
    '/a%1fb',
    '/a%7fb',
    '/a%',
    '/a%zz',
    '/a%ff',
    '/a b',
    '/a<b>',
    '/a"b',
    '/a\u0000',
    '/é',
    '/a%E2%82',
  ])('refuses %j', (path) => {
    expect(isCanonicalPath(path)).toBe(false);
  });
});

describe('splitTarget', () => {
  it('splits at the first question mark', () => {
    expect(splitTarget('/blog?category=a?b')).toEqual({ path: '/blog', query: 'category=a?b' });
    expect(splitTarget('/blog')).toEqual({ path: '/blog', query: '' });
  });
});
