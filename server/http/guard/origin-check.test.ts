import { expect, it } from 'vitest';
import { createOriginCheck } from './origin-check.ts';

const isOwnPage = createOriginCheck({ publicUrl: 'https://www.example.com' });

function check(headers: Record<string, string>, method = 'POST'): boolean {
  return isOwnPage(method, (name) => headers[name]);
}

it.each([
  [{}, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://www.example.com' }, false],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://shop.example.com' }, false],
  // A proxy that rewrites the host does not make our own page another site.
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://a.example', host: 'b.example' }, true],
  [{ origin: 'https://www.example.com', host: '127.0.0.1:3000' }, true],
  [{ origin: 'http://www.example.com', host: 'www.example.com' }, true],
  [{ origin: 'http://localhost:3000', host: 'localhost:3000' }, true],
  [{ origin: 'https://other.example', host: 'other.example' }, true],
  [{ origin: 'https://other.example:443', host: 'other.example' }, false],
  [{ origin: 'https://other.example', host: 'other.example:443' }, true],
  [{ origin: 'https://else.example', host: 'www.example.com' }, false],
  [{ origin: 'https://www.example.com.else.example', host: 'www.example.com' }, false],
  [{ origin: 'https://www.example.com:8443', host: 'www.example.com' }, false],
  [{ origin: 'https://else.example/www.example.com', host: 'www.example.com' }, false],
  [{ origin: 'null', host: 'www.example.com' }, false],
  [{ origin: '', host: 'www.example.com' }, false],
  [{ origin: 'https://else.example' }, false],
] as const)('%j may change something: %s', (headers, expected) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']) {
    expect(check(headers, method)).toBe(expected);
  }
  // Requests that only read are not checked.
  for (const method of ['GET', 'HEAD', 'OPTIONS']) expect(check(headers, method)).toBe(true);
});
