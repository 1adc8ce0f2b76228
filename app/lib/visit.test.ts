import { expect, it } from 'vitest';
import { describeReferrer } from './visit.ts';

it('names another site by host and path, without what was asked for there', () => {
  const of = (referrer: string) => describeReferrer(referrer, 'vitrin.example');
  expect(of('https://www.google.com/')).toBe('www.google.com');
  expect(of('https://news.example:8443/a/b?q=private#c')).toBe('news.example:8443/a/b');
  for (const none of [
    '',
    'https://vitrin.example/faq',
    'android-app://com.example',
    'no address',
  ]) {
    expect(of(none)).toBeUndefined();
  }
});
