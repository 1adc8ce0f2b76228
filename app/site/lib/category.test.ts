import { describe, expect, it } from 'vitest';
import {
  categoryPath,
  distinctCategories,
  selectedCategory,
  shouldRevalidate,
} from './category.ts';

describe('selectedCategory', () => {
  it.each([
    ['', null],
    ['category=', null],
    ['category=%20', null],
    ['category=All', null],
    ['category=Real+Estate', 'Real Estate'],
    ['category=Pricing+%26+Payment', 'Pricing & Payment'],
  ])('reads %j as %j', (query, expected) => {
    expect(selectedCategory(new URLSearchParams(query))).toBe(expected);
  });

  it('is in the path, which is bare for all categories', () => {
    expect(categoryPath('/faq', 'Pricing & Payment')).toBe('/faq?category=Pricing+%26+Payment');
    expect(categoryPath('/blog', null)).toBe('/blog');
  });
});

it('names each category once, first seen first', () => {
  const categories = ['Logistics', 'Finance', 'Logistics', 'Mapping'];
  const items = categories.map((category) => ({ category }));
  expect(distinctCategories(items)).toEqual(['Logistics', 'Finance', 'Mapping']);
});

describe('shouldRevalidate', () => {
  const all = new URL('https://site.example/blog');
  const one = new URL('https://site.example/blog?category=Finance');

  function loads(currentUrl: URL, nextUrl: URL, defaultShouldRevalidate = true): boolean {
    const params = { currentParams: {}, nextParams: {} };
    return shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate, ...params });
  }

  it('loads nothing for a changed query on the same path, and leaves the rest to the router', () => {
    expect(loads(all, one)).toBe(false);
    expect(loads(one, all)).toBe(false);
    expect(loads(one, one)).toBe(true);
    expect(loads(one, new URL('https://site.example/faq'))).toBe(true);
    expect(loads(one, one, false)).toBe(false);
  });
});
