import { createHash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateRows } from '#tests/support/database/rows.ts';
import { buildBlogPost } from '#tests/support/factories.ts';
import {
  type FaultSite,
  findAsset,
  followTables,
  get as getFrom,
  postForm,
  readMetric,
  type SentResponse,
  send,
  startFaultSite,
} from './faults.ts';
import { type Place, startPlace } from './place.ts';

// What asks automatically does so after 15 s: what is seen within this time was announced.
const ANNOUNCED = { timeout: 5_000, interval: 20 };

let site: FaultSite;
let second: Place;

beforeAll(async () => {
  site = await startFaultSite();
  second = await startPlace({ DATABASE_URL: site.database.url, SAMPLE_CONTENT: 'on' });
});

afterAll(async () => {
  await second.stop();
  await site.stop();
});

type Headers = readonly (readonly [string, string])[];

const get = (path: string, headers: Headers = []) => getFrom(site.port, path, headers);

function getBoth(path: string): Promise<[SentResponse, SentResponse]> {
  return Promise.all([get(path), getFrom(second.port, path)]);
}

const statusesOf = async (path: string) => (await getBoth(path)).map(({ status }) => status);

const followed = () => followTables(site.db, [site, second]);

const statistic = (name: string) => readMetric(site.port, name);

const MARK = 'mark-of-a-visitor';
const HEADERS: [string, string][] = [
  ['accept', `text/${MARK}`],
  ['accept-charset', MARK],
  ['accept-datetime', MARK],
  ['accept-language', `tr, ${MARK};q=0.9`],
  ['authorization', `Bearer ${MARK}`],
  ['cache-control', 'no-store, max-age=0'],
  ['cf-connecting-ip', '203.0.113.9'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['cookie', `session=${MARK}; theme=dark`],
  ['dnt', '1'],
  ['expect-ct', MARK],
  ['forwarded', `for=203.0.113.9;host=${MARK}.example;proto=https`],
  ['from', `${MARK}@example.com`],
  ['host', `${MARK}.local`],
  ['if-match', `"${MARK}"`],
  ['if-modified-since', 'Wed, 21 Oct 2099 07:28:00 GMT'],
  ['if-none-match', `"${MARK}"`],
  ['if-unmodified-since', 'Wed, 21 Oct 1999 07:28:00 GMT'],
  ['max-forwards', '1'],
  ['origin', `https://${MARK}.example`],
  ['pragma', 'no-cache'],
  ['prefer', MARK],
  ['purpose', 'prefetch'],
  ['range', 'bytes=0-9'],
  ['referer', `https://${MARK}.example/${MARK}`],
  ['rsc', '1'],
  ['save-data', 'on'],
  ['sec-ch-prefers-color-scheme', 'dark'],
  ['sec-ch-ua-mobile', '?1'],
  ['sec-fetch-dest', 'iframe'],
  ['sec-fetch-mode', 'navigate'],
  ['sec-gpc', '1'],
  ['sec-purpose', 'prefetch'],
  ['te', 'trailers'],
  ['true-client-ip', '203.0.113.9'],
  ['upgrade-insecure-requests', '1'],
  ['user-agent', MARK],
  ['via', `1.1 ${MARK}`],
  ['viewport-width', '320'],
  ['x-admin-session', MARK],
  ['x-csrf-token', MARK],
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-host', `${MARK}.example`],
  ['x-forwarded-port', '8443'],
  ['x-forwarded-prefix', `/${MARK}`],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-scheme', 'https'],
  ['x-forwarded-server', `${MARK}.example`],
  ['x-host', `${MARK}.example`],
  ['x-http-method-override', 'POST'],
  ['x-middleware-prefetch', '1'],
  ['x-original-host', `${MARK}.example`],
  ['x-original-url', `/admin/${MARK}`],
  ['x-react-router-prefetch', 'yes'],
  ['x-real-ip', '203.0.113.9'],
  ['x-requested-with', 'XMLHttpRequest'],
  ['x-rewrite-url', `/admin/${MARK}`],
  ['x-url-scheme', 'https'],
  ['x-wap-profile', `https://${MARK}.example/${MARK}`],
];

describe('what one visitor sends', () => {
  const shapeOf = (text: string) => text.replace(/[0-9a-f-]{36}/g, 'id');
  let plain: string | undefined;
  it.each(HEADERS)('in %s is not in the next one’s page', async (name, value) => {
    // An address that nobody has asked for: it is made for the one who sends the header.
    const path = `/blog?category=${randomUUID()}`;
    const first = await get(path, [[name, value]]);
    const next = await get(path);
    expect(next.status).toBe(200);
    expect(next.body).toBe(first.body);
    expect(next.body + JSON.stringify([...next.headers])).not.toContain(MARK);
    plain ??= shapeOf((await get(`/blog?category=${randomUUID()}`)).body);
    expect(shapeOf(next.body)).toBe(plain);
  });

  it('as a query of any name does not fill the memory', { timeout: 60_000 }, async () => {
    await get('/faq');
    const before = await statistic('vitrin_kept_pages');
    const bytes = await statistic('vitrin_kept_page_bytes');
    expect(bytes).toBeGreaterThan(0);
    const renderings = await statistic('vitrin_page_renderings_total');
    const unchanged = 'HTTP/1.1 304 Not Modified\r\n';
    let sent = 0;
    let completed = 0;
    async function askOneByOne(): Promise<void> {
      const socket = connect(site.port, '127.0.0.1');
      const ask = () => {
        sent += 1;
        const query = `${randomUUID()}=${sent}`;
        socket.write(`GET /faq?${query} HTTP/1.1\r\nhost: localhost\r\nif-none-match: *\r\n\r\n`);
      };
      ask();
      for await (const chunk of socket) {
        if (String(chunk).startsWith(unchanged)) completed += 1;
        if (sent >= 100_000) break;
        ask();
      }
    }
    await Promise.all(Array.from({ length: 16 }, askOneByOne));
    expect(completed).toBe(sent);
    expect(await statistic('vitrin_kept_pages')).toBe(before);
    expect(await statistic('vitrin_kept_page_bytes')).toBe(bytes);
    expect(await statistic('vitrin_page_renderings_total')).toBe(renderings);
  });

  it('by five hundred at once is rendered once', async () => {
    const path = `/portfolio?category=${randomUUID()}`;
    const renderings = await statistic('vitrin_page_renderings_total');
    const responses = await Promise.all(Array.from({ length: 500 }, () => get(path)));
    // A machine that is too slow for so many sheds some of them, with a 503 and a word about it.
    const served = responses.filter(({ status }) => status !== 503);
    expect(served.length).toBeGreaterThan(100);
    expect([...new Set(served.map(({ status }) => status))]).toEqual([200]);
    expect(new Set(served.map(({ body }) => body)).size).toBe(1);
    expect(await statistic('vitrin_page_renderings_total')).toBe(renderings + 1);
  });
});

describe('what is kept', () => {
  it('is no error, no administrator’s page and no answer to a form', async () => {
    await get('/nowhere');
    const before = await statistic('vitrin_kept_pages');
    const paths = ['/admin', '/admin/orders', '/adminloginpage', '/blog/no-such-post'];
    for (const path of paths) {
      expect((await get(path)).headers.get('etag'), path).toBeNull();
    }
    const form = await postForm(site.port, '/contact', { name: '' });
    expect(form.status).toBe(400);
    expect(await statistic('vitrin_kept_pages')).toBe(before);
    expect((await get('/contact')).body).not.toContain('aria-invalid="true"');
  });

  it('is not the maintenance page, which comes and goes on every process', async () => {
    await getBoth('/');
    for (const maintenanceMode of [true, false]) {
      await updateRows(site.db, 'siteSettings', {}, { maintenanceMode });
      const status = maintenanceMode ? 503 : 200;
      await expect.poll(() => statusesOf('/'), ANNOUNCED).toEqual([status, status]);
    }
  });
});

describe('a change by plain SQL', () => {
  it('is on both processes at once, wherever it is shown', async () => {
    const post = await buildBlogPost(site.db, { title: 'Before the change' });
    const paths = [`/blog/${post.slug}`, '/blog', '/blog.data', '/sitemap.xml', '/'];
    await followed();
    for (const path of paths) await getBoth(path);
    const [{ body: cached }] = await getBoth(`/blog/${post.slug}`);
    expect(cached).toContain('Before the change');

    const change = (changes: object) => updateRows(site.db, 'blogPosts', { id: post.id }, changes);
    await change({ title: 'After the change' });
    for (const path of [`/blog/${post.slug}`, '/blog', '/blog.data', '/']) {
      await expect
        .poll(async () => (await getBoth(path)).map(({ body }) => body).join(''), ANNOUNCED)
        .toMatch(/After the change.*After the change/s);
    }
    await change({ isPublished: false });
    await expect.poll(() => statusesOf(`/blog/${post.slug}`), ANNOUNCED).toEqual([404, 404]);
    for (const path of paths) {
      for (const { body } of await getBoth(path)) expect(body, path).not.toContain('After the');
    }
  });

  it('cannot bring a script that runs: it is not among the hashes of the page', async () => {
    const script = `document.title = '${randomUUID()}'`;
    const post = await buildBlogPost(site.db);
    const contentHtml = `<p>Text</p><script>${script}</script><script nonce="x">${script}</script>`;
    await updateRows(site.db, 'blogPosts', { id: post.id }, { contentHtml });
    await followed();
    const hash = createHash('sha256').update(script).digest('base64');
    for (let round = 0; round < 2; round += 1) {
      const { status, body, headers } = await get(`/blog/${post.slug}`);
      expect(status).toBe(200);
      expect(body).toContain(script);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/script-src 'self' 'sha256-/);
      expect(policy).not.toContain(hash);
      expect(policy).not.toContain('unsafe');
    }
  });
});

describe('built files', () => {
  it('are sent in part, as they are, and not at all to who has them', async () => {
    const path = findAsset((await get('/')).body);
    const whole = await get(path);
    expect(whole.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const part = await get(path, [['range', 'bytes=10-19']]);
    expect(part).toMatchObject({ status: 206, body: whole.body.slice(10, 20) });
    const compressed = await get(path, [['accept-encoding', 'br']]);
    expect(compressed.headers.get('content-encoding')).toBe('br');
    const etag = compressed.headers.get('etag') ?? '';
    const known: Headers = [
      ['accept-encoding', 'br'],
      ['if-none-match', etag],
    ];
    expect((await get(path, known)).status).toBe(304);
    expect((await send(site.port, { method: 'POST', path })).status).toBe(405);
  });
});
