import { describe, expect, it } from 'vitest';
import {
  categoryAddress,
  distinctCategories,
  isFilterChange,
  selectedCategory,
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

  it('reads back what an address says', () => {
    const address = categoryAddress('/faq', 'Pricing & Payment');
    expect(address).toBe('/faq?category=Pricing+%26+Payment');
    expect(selectedCategory(new URL(address, 'https://site.example').searchParams)).toBe(
      'Pricing & Payment',
    );
  });
});

describe('categoryAddress', () => {
  it('is the bare path for all categories', () => {
    expect(categoryAddress('/blog', null)).toBe('/blog');
  });
});

describe('distinctCategories', () => {
  it('names each category once, first seen first', () => {
    const items = ['Logistics', 'Finance', 'Logistics', 'Mapping'].map((category) => ({
      category,
    }));
    expect(distinctCategories(items)).toEqual(['Logistics', 'Finance', 'Mapping']);
  });
});

describe('isFilterChange', () => {
  const all = new URL('https://site.example/blog');
  const one = new URL('https://site.example/blog?category=Finance');

  it('is a changed query on the same path', () => {
    expect(isFilterChange(all, one)).toBe(true);
    expect(isFilterChange(one, all)).toBe(true);
  });

  it('is neither the same address again nor another page', () => {
    expect(isFilterChange(one, one)).toBe(false);
    expect(isFilterChange(one, new URL('https://site.example/faq'))).toBe(false);
  });
});
