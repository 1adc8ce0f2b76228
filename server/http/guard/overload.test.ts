import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createOverload,
  isShed,
  levelOf,
  type Load,
  type Overload,
  type OverloadLevel,
  shedResponse,
} from './overload.ts';

it.each<[string, Partial<Load>, OverloadLevel, OverloadLevel]>([
  ['an idle process', { delayMs: 0, underWay: 0 }, 0, 0],
  ['a late loop with no request pending', { delayMs: 900, underWay: 9 }, 0, 0],
  ['many requests on a loop in time', { delayMs: 10, underWay: 140 }, 0, 0],
  ['just below both limits', { delayMs: 69.9, underWay: 10 }, 0, 0],
  ['a late loop with requests pending', { delayMs: 70, underWay: 10 }, 0, 1],
  ['very many requests, whatever the loop', { delayMs: 0, underWay: 150 }, 0, 1],
  ['just below the second level', { delayMs: 199, underWay: 300 }, 0, 1],
  ['a very late loop with few pending', { delayMs: 900, underWay: 29 }, 0, 1],
  ['a very late loop with many pending', { delayMs: 200, underWay: 30 }, 0, 2],
  ['a long wait of few', { waitMs: 9_000, underWay: 9 }, 0, 0],
  ['many that take long', { waitMs: 500, underWay: 10 }, 0, 1],
  ['just before the patience of the database pool', { waitMs: 1_499, underWay: 140 }, 0, 1],
  ['half the patience of the database pool', { waitMs: 1_500, underWay: 30 }, 0, 2],
  ['no answer at all', { waitMs: Infinity, underWay: 30 }, 0, 2],
  ['a shorter wait after the second level', { waitMs: 901, underWay: 30 }, 2, 2],
  ['a short wait after the second level', { waitMs: 899, underWay: 30 }, 2, 1],
  ['a queue that the database does not clear', { delayMs: 0, underWay: 400 }, 0, 2],
  ['a little relief after the second level', { delayMs: 150, underWay: 30 }, 2, 2],
  ['more relief after the second level', { delayMs: 119, underWay: 30 }, 2, 1],
  ['a little relief after the first level', { delayMs: 45, underWay: 10 }, 1, 1],
  ['more relief after the first level', { delayMs: 41, underWay: 10 }, 1, 0],
  ['the same load on the way up', { delayMs: 45, underWay: 10 }, 0, 0],
  ['all at once over', { delayMs: 0, underWay: 0 }, 2, 0],
])('levelOf %s: %o after level %i is level %i', (_, load, before, expected) => {
  const idle = { delayMs: 0, underWay: 0, waitMs: 0 };
  expect(levelOf({ ...idle, ...load }, before)).toBe(expected);
});

const ID = '0198c1c0-0000-7000-8000-000000000001';

describe('isShed', () => {
  const shed = [
    ...'/blog /blog.data /blog/a-post /blog/rss.xml /sitemap.xml /no-such-page'.split(' '),
    ...'/orders /administrator /api/faqs /api/openapi.json /api/admin/dashboard'.split(' '),
    ...'/api/admin/orders /api/admin/orders/count /api/admin/messages/export.csv'.split(' '),
    '/api/admin/contact-audit/stats',
    `/portfolio/${ID}`,
  ];
  const cached = [
    ...'/ /_.data /contact /contact.data /order /terms /adminloginpage /admin'.split(' '),
    ...'/admin/orders /api/site-settings /api/site-settings/stream /api/admin/events'.split(' '),
    ...'/api/admin/session-check /api/admin/traffic/summary /api/admin/ip-rules'.split(' '),
    `/api/admin/orders/${ID}`,
    `/api/admin/orders/${ID}/files/${ID}`,
  ];

  it.each(shed)('gives up %s at the second level only', (path) => {
    for (const method of ['GET', 'HEAD']) expect(isShed(2, method, path)).toBe(true);
    for (const level of [0, 1] as const) expect(isShed(level, 'GET', path)).toBe(false);
  });

  const posted = ['/api/submit-order', '/order', '/api/admin-auth'];
  it.each([
    ...cached.map((path) => ['GET', path] as const),
    ...posted.map((path) => ['POST', path] as const),
  ])('never rejects %s %s', (method, path) => {
    expect(isShed(2, method, path)).toBe(false);
  });
});

it('responds with a page or in the error shape, and says when to come back', async () => {
  const [page, call] = ['/blog', '/api/faqs'].map(shedResponse) as [Response, Response];
  for (const { status, headers } of [page, call]) {
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('10');
  }
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(await page.text()).toContain('<h1>This page is not available right now</h1>');
  const message =
    'More visitors are here than this site can serve. Please try again in 10 seconds.';
  expect(await call.json()).toEqual({ error: { code: 'UNAVAILABLE', message } });
});

describe('createOverload', () => {
  let delayMs: number;
  let drawn: number;
  let reports: OverloadLevel[];
  let overload: Overload;

  beforeEach(() => {
    vi.useFakeTimers();
    [delayMs, drawn, reports] = [0, 0, []];
    overload = createOverload({
      onLevel: (level) => reports.push(level),
      readDelayMs: () => delayMs,
      monotonicNow: () => Date.now(),
      random: () => (drawn++ % 100) / 100,
    });
  });
  afterEach(() => {
    overload.stop();
    vi.useRealTimers();
  });

  function seconds(count: number): void {
    vi.advanceTimersByTime(count * 1_000);
  }

  function beginMany(count = 60): (() => void)[] {
    return Array.from({ length: count }, () => overload.begin('GET'));
  }

  it('needs some seconds to rise and to fall, and reports each change once', () => {
    const ends = beginMany();
    delayMs = 400;
    seconds(1);
    expect(overload.level).toBe(1);
    seconds(2);
    expect(overload.level).toBe(2);
    seconds(10);
    expect(reports).toEqual([1, 2]);
    // A late loop that keeps nobody waiting is no overload.
    for (const end of ends) end();
    seconds(1);
    expect(overload.level).toBe(2);
    seconds(30);
    expect(overload.level).toBe(0);
    expect(reports).toEqual([1, 2, 1, 0]);
  });

  /** Serves so many requests in each second while others are pending. */
  function response(perSecond: number, count: number): void {
    for (let second = 0; second < count; second += 1) {
      for (let index = 0; index < perSecond; index += 1) overload.begin('GET')();
      seconds(1);
    }
  }

  it('sheds pages before those that wait for the database run out of its patience', () => {
    const ends = beginMany();
    response(200, 10);
    expect(reports).toEqual([]);
    // 60 pending at 30 a second: each takes two seconds, on an event loop in time.
    response(30, 10);
    expect(overload.level).toBe(2);
    for (const end of ends) end();
    response(30, 15);
    expect(overload.level).toBe(0);
    expect(reports).toEqual([1, 2, 1, 0]);
  });

  it.each([
    ['one long pause', 500, 0],
    ['a start in which the first requests take a second', 0, 30],
  ])('is not alarmed by %s', (_, longDelayMs, perSecond) => {
    const ends = beginMany();
    delayMs = longDelayMs;
    seconds(1);
    for (const end of ends) end();
    delayMs = 0;
    response(perSecond, 10);
    expect(reports).not.toContain(2);
  });

  it('counts no request that has a body: slow uploads cannot take the pages away', () => {
    for (let count = 0; count < 1_000; count += 1) overload.begin('POST');
    delayMs = 400;
    seconds(20);
    expect(overload.level).toBe(0);
  });

  it('logs every request, and under load one in ten with the weight of ten', () => {
    expect(overload.logWeight()).toBe(1);
    beginMany(20);
    delayMs = 100;
    seconds(10);
    expect(overload.level).toBe(1);
    drawn = 0;
    const weights = Array.from({ length: 1_000 }, () => overload.logWeight());
    expect(weights.filter((weight) => weight > 0)).toHaveLength(100);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(1_000);
  });
});

it('measures a blocked event loop', async () => {
  const loads: Load[] = [];
  const overload = createOverload({ onLevel: (_, load) => loads.push(load) });
  for (let count = 0; count < 200; count += 1) overload.begin('GET');
  const until = performance.now() + 3_000;
  while (performance.now() < until && loads.length === 0) {
    const blockedUntil = performance.now() + 300;
    while (performance.now() < blockedUntil);
    await new Promise((done) => setTimeout(done, 1));
  }
  overload.stop();
  expect(loads[0]?.delayMs).toBeGreaterThan(50);
});
