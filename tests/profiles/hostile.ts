import { type HostileProfile, type ProfileRequest, TRUSTED_PROXY } from './runner.ts';
import { createRandom, inOrder, PAGES, reader, steady, times } from './traffic.ts';

const PROBES = [
  '/.env',
  '/.git/config',
  '/wp-login.php',
  '/xmlrpc.php',
  '/.aws/credentials',
  '/phpinfo.php',
  '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php',
  '/actuator/health',
  '/cgi-bin/luci',
  '/owa/auth/logon.aspx',
  '/server-status',
  '/backup.zip',
  '/api/.env',
  '/blog/wp-includes/wlwmanifest.xml',
];

function page(index: number): string {
  return PAGES[index % PAGES.length] ?? '/';
}

const BYSTANDER = '198.51.100.200';

export const HOSTILE_PROFILES: readonly HostileProfile[] = [
  {
    name: 'probe scan',
    imitates: 'A scanner tries weak spots, four a second, from addresses of one IPv6 network.',
    within: { medium: 1, high: 10, block: 16 },
    requests: () =>
      steady(4, 60, (index) => ({
        from: `2001:db8:bad:1::${((index * 7_919) % 65_536).toString(16)}`,
        path: index < PROBES.length ? (PROBES[index] ?? '/') : `/plugin-${index}/readme.html`,
        status: 404,
      })),
  },
  {
    name: 'login brute force',
    imitates: 'A password guesser, five attempts a second, which the login limit soon rejects.',
    within: { medium: 3, high: 10, block: 15 },
    requests: () =>
      steady(5, 120, (index) => ({
        from: '203.0.113.21',
        path: '/api/admin-auth',
        method: 'POST',
        status: index < 5 ? 401 : 429,
      })),
  },
  {
    name: 'slow flood',
    imitates: 'A script asks for pages just below the limit of one address, 20 a second.',
    within: { medium: 120, high: 125, block: 130 },
    requests: () => steady(20, 240, (index) => ({ from: '203.0.113.31', path: page(index) })),
  },
  {
    name: 'fast flood',
    imitates: 'A load generator on one address: 800 requests a second for the home page.',
    within: { medium: 1, high: 2, block: 8 },
    requests: () => steady(800, 20, () => ({ from: '203.0.113.41', path: '/' })),
  },
  {
    name: 'distributed flood',
    imitates: '5,000 addresses, four pages a second each, while one honest visitor reads on.',
    within: { medium: 45, high: 55, block: 60 },
    bystander: BYSTANDER,
    requests: distributedFlood,
  },
  {
    name: 'form spam',
    imitates: 'A bot posts an advertisement into every field of a form every four seconds.',
    within: { medium: 12, high: 130, block: 150 },
    requests: () =>
      times(75, (index): ProfileRequest[] => {
        const form = { from: '203.0.113.61', path: '/contact' };
        const posted = { path: '/contact.data', method: 'POST', is: 'suspect' } as const;
        return [
          { at: index * 4, ...form },
          { at: index * 4 + 1, ...form, ...posted },
        ];
      }).flat(),
  },
  {
    name: 'scraper',
    imitates: 'A scraper takes every page, again and again, 30 a second, without a file.',
    within: { medium: 60, high: 65, block: 70 },
    requests: () => steady(30, 180, (index) => ({ from: '203.0.113.71', path: page(index) })),
  },
  {
    name: 'path fuzzing',
    imitates: 'A fuzzer tries a list of words as addresses, 40 a second.',
    within: { medium: 2, high: 4, block: 10 },
    requests: () =>
      steady(40, 60, (index) => ({
        from: '203.0.113.81',
        path: `/${(index * 2_654_435_761).toString(36)}`,
        status: 404,
      })),
  },
  {
    name: 'header spoofing',
    imitates: 'Each request names another client; every tenth has two Host headers.',
    within: { medium: 4, high: 6, block: 12 },
    requests: headerSpoofing,
  },
  {
    name: 'slow bodies',
    imitates: 'Fifty connections send a long form byte by byte, and are opened again when cut.',
    within: { medium: 32, high: 33, block: 40 },
    requests: () =>
      inOrder(
        times(2, (wave) =>
          times(wave === 0 ? 50 : 300, (index) => ({
            at: wave * 30 + index / 5,
            from: '203.0.113.91',
            path: '/contact',
            method: 'POST' as const,
            status: 408,
            takes: 30,
          })),
        ).flat(),
      ),
  },
  {
    name: 'cache busting',
    imitates: 'A script asks for the home page with another query each time, 50 a second.',
    within: { medium: 32, high: 34, block: 40 },
    requests: () => steady(50, 120, () => ({ from: '203.0.113.101', path: '/' })),
  },
];

function* distributedFlood(): Iterable<ProfileRequest> {
  const random = createRandom(5_000);
  const visits = reader(1, BYSTANDER, 5, random).concat(reader(40, BYSTANDER, 4, random));
  const visitor = inOrder(visits);
  const perSecond = 20_000;
  for (let index = 0; index < perSecond * 60; index += 1) {
    const at = index / perSecond;
    while (visitor[0] && visitor[0].at <= at) yield visitor.shift() ?? { at, from: '', path: '/' };
    const bot = (index * 7) % 5_000;
    yield { at, from: `172.${16 + (bot >> 8)}.${bot & 255}.7`, path: page(index) };
  }
}

function headerSpoofing(): ProfileRequest[] {
  const random = createRandom(9);
  const attached = () => times(4, () => Math.floor(random() * 256)).join('.');
  const behind = '203.0.113.92';
  return steady(80, 90, (index) => {
    const common = index % 20 < 2 ? { path: '/', is: 'malformed' as const } : { path: page(index) };
    return index % 2 === 0
      ? { from: '203.0.113.93', forwardedFor: `${attached()}, 127.0.0.1`, ...common }
      : { from: TRUSTED_PROXY, forwardedFor: `127.0.0.1, ${attached()}, ${behind}`, ...common };
  });
}
