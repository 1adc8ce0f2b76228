import type { Profile, ProfileRequest } from './runner.ts';
import { arrival, click, createRandom, inOrder, PAGES, reader, steady, times } from './traffic.ts';

const HOUR = 3_600;

export const HONEST_PROFILES: readonly Profile[] = [
  {
    name: 'office',
    imitates: '50 people of one office open a link within a minute, and five write a message.',
    requests() {
      const from = '198.51.100.10';
      const random = createRandom(1);
      const people = times(50, () => reader(random() * 60, from, 8, random));
      const form = { from, path: '/contact.data', method: 'POST' } as const;
      const messages = times(5, (index) => ({ ...form, at: 400 + index * 30 }));
      return inOrder([...people.flat(), ...messages]);
    },
  },
  {
    name: 'search engine crawl',
    imitates: 'A search engine reads every page, and 25 of a former site that are gone.',
    requests() {
      const from = '66.249.66.1';
      const pages = steady(3, 600, (index) => ({ from, path: PAGES[index % PAGES.length] ?? '/' }));
      const old = times(25, (index) => ({
        at: 10 + index * 120,
        from,
        path: index % 2 === 0 ? `/index-${index}.php` : `/wp-content/uploads/2019/${index}.jpg`,
        status: 404,
      }));
      return inOrder([
        { at: 0, from, path: '/robots.txt' },
        { at: 0, from, path: '/sitemap.xml' },
        ...pages,
        ...old,
      ]);
    },
  },
  {
    name: 'shared mobile address',
    imitates: '1,200 customers of a mobile operator come in one hour from one address.',
    requests() {
      const random = createRandom(3);
      return inOrder(times(1_200, () => reader(random() * HOUR, '203.0.113.44', 4, random)).flat());
    },
  },
  {
    name: 'impatient reloads',
    imitates: 'Somebody holds the reload key for half a minute, waits a minute and does it again.',
    requests() {
      const from = '198.51.100.30';
      const burst = (start: number) =>
        steady(10, 30, () => ({ from, path: '/' })).flatMap(({ at, ...request }) => [
          { at: start + at, ...request },
          ...times(15, (index) => ({ at: start + at + 0.01, from, path: `/assets/${index}.js` })),
        ]);
      return inOrder([...arrival(0, from), ...burst(2), ...burst(92)]);
    },
  },
  {
    name: "administrator's day",
    imitates:
      'Four mistyped passwords, then eight hours of screens that ask again, and 40 uploads.',
    requests() {
      const from = '198.51.100.40';
      const random = createRandom(5);
      const common = { from, is: 'admin' } as const;
      const admin = (at: number, path: string, method: 'GET' | 'POST' = 'GET'): ProfileRequest => {
        return { ...common, at, path, method };
      };
      const signIn = { from, path: '/api/admin-auth', method: 'POST' } as const;
      const statistics = times(8 * 120, (index) =>
        ['traffic', 'traffic/events', 'traffic/requests', 'ip-rules'].map((name) =>
          admin(20 + index * 30, `/api/admin/${name}`),
        ),
      ).flat();
      const lists = times(800, (index) => {
        const at = 30 + index * 36 + random() * 10;
        return times(5, (part) => admin(at + part * 0.05, `/api/admin/orders/${index}-${part}`));
      }).flat();
      return inOrder([
        ...arrival(0, from, '/adminloginpage'),
        ...times(4, (index) => ({ ...signIn, at: 6 + index * 3, status: 401 })),
        { ...signIn, at: 17 },
        ...statistics,
        ...lists,
        ...times(40, (index) => admin(5_000 + index * 0.8, '/api/admin/uploads', 'POST')),
        ...times(480, (index) => admin(25 + index * 60, '/api/admin/events')),
      ]);
    },
  },
  {
    name: 'order form with retries',
    imitates: 'Eight attachments, seven rejected attempts, two clicks on the button, a message.',
    requests() {
      const from = '2001:db8:77:1::a';
      const post = (at: number, path: string, status: number): ProfileRequest => {
        return { at, from, path, method: 'POST', status };
      };
      return inOrder([
        ...arrival(0, from, '/order'),
        ...times(8, (index) => post(60 + index * 4, '/api/order-attachments', 201)),
        post(100, '/api/order-attachments', 413),
        ...times(7, (index) => post(120 + index * 9, '/order.data', 400)),
        post(200, '/order.data', 200),
        post(200.2, '/order.data', 200),
        post(300, '/contact.data', 200),
      ]);
    },
  },
  {
    name: 'feed reader',
    imitates: 'A feed reader guesses six addresses and asks for the right one for two days.',
    requests() {
      const from = '192.0.2.70';
      const guesses = ['/feed', '/rss', '/rss.xml', '/atom.xml', '/feed.xml', '/index.xml'];
      return [
        { at: 0, from, path: '/' },
        ...guesses.map((path, index) => ({ at: 1 + index, from, path, status: 404 })),
        ...times(192, (index) => ({ at: 10 + index * 900, from, path: '/blog/rss.xml' })),
      ];
    },
  },
  {
    name: 'uptime probe',
    imitates: 'A monitoring service asks for the home page every 20 seconds for a day.',
    requests: () =>
      times(4_320, (index) => ({ at: index * 20, from: '192.0.2.80', path: '/', method: 'HEAD' })),
  },
  {
    name: 'link checker',
    imitates: 'A link checker asks for ten pages and pictures a second; 14 links are dead.',
    requests() {
      const from = '192.0.2.90';
      const links = steady(10, 180, (index) => ({
        from,
        method: 'HEAD',
        path:
          index % 3 === 2 ? `/media/picture-${index}.webp` : (PAGES[index % PAGES.length] ?? '/'),
      }));
      const gone = { from, method: 'HEAD', status: 404 } as const;
      const dead = times(14, (index) => ({ ...gone, at: 5 + index * 12, path: `/blog/${index}` }));
      return inOrder([...links, ...dead]);
    },
  },
  {
    name: 'slow phone',
    imitates: 'A phone in a tunnel: stalled uploads, a broken header, the page opened six times.',
    requests() {
      const from = '2001:db8:88:2::b';
      const random = createRandom(10);
      const upload = { from, path: '/api/order-attachments', method: 'POST' } as const;
      return inOrder([
        ...times(6, (index) => arrival(index * 40, from, '/order')).flat(),
        ...times(4, (index) => click(250 + index * 20, from, random)).flat(),
        ...times(2, (index) => ({ ...upload, at: 300 + index * 60, status: 408, takes: 10 })),
        { ...upload, at: 430, status: 201 },
        { at: 440, from, path: '/', is: 'malformed' },
        { at: 460, from, path: '/order.data', method: 'POST' },
      ]);
    },
  },
];
