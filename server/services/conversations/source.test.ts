import { expect, it } from 'vitest';
import { readEnquirySource } from './new-conversation.ts';

it('keeps pages that the site has, without their query, and no others', () => {
  const pageOf = (sourcePage: string) => readEnquirySource({ sourcePage }).sourcePage;
  for (const page of ['/', '/order', '/blog/what-a-late-truck-costs', '/portfolio/0190-ab']) {
    expect(pageOf(page)).toBe(page);
  }
  for (const other of [
    '',
    'order',
    '//evil.example',
    '/admin/orders',
    '/track/a-secret-token',
    '/faq?category=a',
    '/blog/a/b',
    '/blog/<script>',
    '/sitemap.xml',
    `/blog/${'x'.repeat(300)}`,
  ]) {
    expect(pageOf(other), other).toBeNull();
  }
});

it('keeps what reads like host and path of another site, in no time', () => {
  const referrerOf = (referrer: string) => readEnquirySource({ referrer }).referrer;
  expect(referrerOf('WWW.Google.com')).toBe('www.google.com');
  expect(referrerOf('news.example:8443/A/b%20c')).toBe('news.example:8443/A/b%20c');
  for (const none of [
    '',
    'a b',
    'https://x.example',
    'x.example/?q=1',
    '.x',
    `x/${'a'.repeat(300)}`,
  ]) {
    expect(referrerOf(none), none).toBeNull();
  }
  expect(readEnquirySource({})).toEqual({ sourcePage: null, landingPage: null, referrer: null });
  const started = performance.now();
  readEnquirySource({ referrer: 'a.'.repeat(30_000), sourcePage: '/'.repeat(60_000) });
  readEnquirySource({ referrer: `${'a.'.repeat(149)}!` });
  expect(performance.now() - started).toBeLessThan(50);
});
