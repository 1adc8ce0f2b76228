// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findErrorPage } from './load-failure.ts';

function response(status: number) {
  return { status, statusText: '', internal: false, data: '' };
}

afterEach(() => vi.restoreAllMocks());

describe('findErrorPage', () => {
  it.each([
    ['unreachable', new TypeError('Failed to fetch')],
    ['unreachable', new TypeError('NetworkError when attempting to fetch resource.')],
    ['unreachable', new TypeError('Load failed')],
    ['unreachable', new Error('Unable to decode turbo-stream response')],
    ['unavailable', response(502)],
    ['unavailable', response(503)],
    ['recorded', response(500)],
    ['recorded', new Error('Unexpected Server Error')],
    ['fault', new TypeError("Cannot read properties of null (reading 'title')")],
    ['fault', 'thrown as a text'],
  ])('says %s', (page, error) => {
    expect(findErrorPage(error)).toBe(page);
  });

  it('says that the visitor is offline where the browser knows', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(findErrorPage(new TypeError('Failed to fetch'))).toBe('offline');
    expect(findErrorPage(new Error('Unexpected Server Error'))).toBe('recorded');
  });
});
