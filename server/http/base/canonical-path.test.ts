import { describe, expect, it } from 'vitest';
import { isCanonicalPath, repairPath, splitTarget } from './canonical-path.ts';

const CANONICAL = [
  ...'/ /blog /blog/offline-maps /blog/caf%C3%A9 /blog.data /.well-known/security.txt'.split(' '),
  ..."/portfolio/0199f7a2-0000 /assets/root-B1x_9.js /a/b:c;d=e@f!g$h&i'j(k)*+,~".split(' '),
];
const OTHERS = [
  ...'blog * http://evil.example/ //evil.example /admin//orders /admin/./orders /.. /.'.split(' '),
  ...'/blog/../admin /%2fadmin /admin%2Forders /admin%5corders /admin\\orders /%61dmin'.split(' '),
  ...'/%2e%2e/admin /a%00b /a%0ab /a%1fb /a%7fb /a% /a%zz /a%ff /a<b> /a"b /é /a%E2%82'.split(' '),
  '',
  '/a b',
  '/a\u0000',
];

describe('isCanonicalPath', () => {
  it.each(CANONICAL)('accepts %s', (path) => {
    expect(isCanonicalPath(path)).toBe(true);
  });

  it.each(OTHERS)('rejects %j', (path) => {
    expect(isCanonicalPath(path)).toBe(false);
  });
});

it.each([
  ['//contact', '/contact'],
  ['//evil.example//a', '/evil.example/a'],
  ['///', '/'],
  ['/contact', null],
  ['//%2fadmin', null],
  ['//\\evil.example', null],
  ['//api/faqs', null],
])('repairPath leaves one slash of several: %s', (path, repaired) => {
  expect(repairPath(path)).toBe(repaired);
});

it('splitTarget splits at the first question mark', () => {
  expect(splitTarget('/blog?category=a?b')).toEqual({ path: '/blog', query: 'category=a?b' });
  expect(splitTarget('/blog')).toEqual({ path: '/blog', query: '' });
});
