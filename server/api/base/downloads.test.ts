import fc from 'fast-check';
import { expect, it } from 'vitest';
import { attachmentDisposition } from './downloads.ts';

it.each([
  ['plan.pdf', `attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`],
  ['Özet ş.pdf', `attachment; filename="Ozet s.pdf"; filename*=UTF-8''%C3%96zet%20%C5%9F.pdf`],
  ['a"b\\c.pdf', `attachment; filename="a_b_c.pdf"; filename*=UTF-8''a%22b%5Cc.pdf`],
  ["it's(1)*.pdf", `attachment; filename="it's(1)*.pdf"; filename*=UTF-8''it%27s%281%29%2A.pdf`],
  [
    'x\r\nset-cookie: a',
    `attachment; filename="x__set-cookie: a"; filename*=UTF-8''x%0D%0Aset-cookie%3A%20a`,
  ],
])('names %j', (name, header) => {
  expect(attachmentDisposition(name)).toBe(header);
});

it('is a header for every name, and says it again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = new Headers({ 'content-disposition': attachmentDisposition(name) });
      const value = header.get('content-disposition') ?? '';
      expect(value).toMatch(/^[\x20-\x7e]+$/);
      const encoded = /filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/.exec(value)?.[1];
      expect(decodeURIComponent(encoded ?? 'none')).toBe(name.toWellFormed());
    }),
  );
});
