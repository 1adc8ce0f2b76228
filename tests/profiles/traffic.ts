import type { ProfileRequest } from './runner.ts';

/** Numbers from 0 to 1 that are the same in every run (mulberry32, T. Ettinger, public domain). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function inOrder(requests: readonly ProfileRequest[]): ProfileRequest[] {
  return requests.toSorted((one, two) => one.at - two.at);
}

export function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** The public pages of a site with 80 posts and 60 projects. */
export const PAGES: readonly string[] = [
  '/',
  '/order',
  '/portfolio',
  '/contact',
  '/pricing',
  '/faq',
  '/blog',
  '/terms-of-service',
  '/privacy-policy',
  ...times(80, (index) => `/blog/post-${index + 1}`),
  ...times(60, (index) => `/portfolio/0199f7a2-0000-7000-8000-${String(index).padStart(12, '0')}`),
];

function pageAt(random: () => number): string {
  return PAGES[Math.floor(random() * PAGES.length)] ?? '/';
}

/** The first page somebody opens: the document, its files, the icons browsers guess, the stream of changes. */
export function arrival(at: number, from: string, path = '/'): ProfileRequest[] {
  const file = (index: number, name: string) => ({ at: at + 0.1 + index * 0.02, from, path: name });
  return [
    { at, from, path },
    ...times(14, (index) => file(index, `/assets/part-${index}.js`)),
    file(14, '/assets/app.css'),
    ...times(2, (index) => file(15 + index, `/assets/font-${index}.woff2`)),
    ...times(5, (index) => file(17 + index, `/media/picture-${index}.webp`)),
    file(22, '/favicon.svg'),
    { ...file(23, '/apple-touch-icon.png'), status: 404 },
    file(24, '/api/site-settings/events'),
  ];
}

/** A click on a link: the data of two pages the pointer passed over and of the page itself, its script and images. */
export function click(at: number, from: string, random: () => number): ProfileRequest[] {
  return [
    ...times(3, (index) => ({ at: at - 0.5 + index * 0.2, from, path: `${pageAt(random)}.data` })),
    ...times(4, (index) => ({ at: at + 0.2 + index * 0.05, from, path: `/media/${index}.webp` })),
    { at: at + 0.2, from, path: '/assets/page.js' },
  ];
}

/** Somebody reads some pages, 8 to 60 seconds each. */
export function reader(
  start: number,
  from: string,
  pages: number,
  random: () => number,
): ProfileRequest[] {
  let at = start;
  const requests = arrival(at, from, pageAt(random));
  for (let page = 1; page < pages; page += 1) {
    at += 8 + random() * 52;
    requests.push(...click(at, from, random));
  }
  return requests;
}

/** A tool that sends a fixed number of requests a second. */
export function steady(
  perSecond: number,
  seconds: number,
  make: (index: number) => Omit<ProfileRequest, 'at'>,
): ProfileRequest[] {
  return times(perSecond * seconds, (index) => ({ at: index / perSecond, ...make(index) }));
}
