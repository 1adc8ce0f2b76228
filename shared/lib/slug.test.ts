import { describe, expect, it } from 'vitest';
import { MAX_SLUG_CHARACTERS, SLUG, slugOf } from './slug.ts';

describe('slugOf', () => {
  it.each([
    ['How a Shipment Dashboard Saves Hours', 'how-a-shipment-dashboard-saves-hours'],
    ['Çığ, Şöför ve İstanbul’un Işıkları', 'cig-sofor-ve-istanbulun-isiklari'],
    ['PRICING IN I', 'pricing-in-i'],
    ['Straße & Café', 'strasse-and-cafe'],
    ['  --Hello --- World!!  ', 'hello-world'],
    ['100% faster in 3.5 days', '100-faster-in-3-5-days'],
    ['日本語', ''],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
  ])('makes of %j %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('ends a long one after a whole word', () => {
    const slug = slugOf('word '.repeat(60));
    expect(slug.length).toBeLessThanOrEqual(MAX_SLUG_CHARACTERS);
    expect(slug).toMatch(/^(?:word-)+word$/);
    expect(slugOf('x'.repeat(300))).toBe('x'.repeat(MAX_SLUG_CHARACTERS));
  });

  it('makes only slugs', () => {
    const titles = ['Ab', 'a--b', '-a-', 'İ', 'a'.repeat(199) + '-b', 'ǅ ﬁ Ⅷ'];
    const slugs = titles.map((title) => slugOf(title)).filter(Boolean);
    expect(slugs.filter((slug) => !SLUG.test(slug))).toEqual([]);
    const others = ['', '-a', 'a-', 'a--b', 'A', 'a_b', 'a b', 'ı', 'a/b', 'a\n'];
    expect(others.filter((text) => SLUG.test(text))).toEqual([]);
  });
});
