import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCanonicalPath, splitTarget } from '#server/http/base/canonical-path.ts';
import { createHostCheck, isWellFormedHost } from '#server/http/guard/known-host.ts';
import { createHttpServer } from '#server/http/listener.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import { listenForTest, openSocket } from '#tests/support/http/sockets.ts';
import { createTestGate } from '#tests/support/traffic.ts';

/** What the guard has evaluated, and what the application was then asked for. */
let judged: string[] = [];
let served: string[] = [];

async function listen(): Promise<number> {
  judged = [];
  served = [];
  const sources = createSourceReader([]);
  const gate = createTestGate(sources);
  const server = createHttpServer({
    fetch(request) {
      served.push(request.url.slice(new URL(request.url).origin.length));
      return new Response('served');
    },
    sources,
    gate: {
      ...gate,
      admit(request, response, path) {
        judged.push(path);
        return gate.admit(request, response, path);
      },
    },
  });
  return listenForTest(server);
}

async function ask(port: number, target: string, host: string | null, version = '1.1') {
  const socket = await openSocket(port);
  const line = host === null ? '' : `host: ${host}\r\n`;
  const head = `GET ${target} HTTP/${version}\r\n${line}connection: close\r\n\r\n`;
  socket.write(Buffer.from(head, 'latin1'));
  return text(socket);
}

const textFrom = (characters: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters.split('')), maxLength });

const WRONG_HOSTS = [
  ...'ü/faq?a a/faq?a a?b a#b a\\b user@a.example user:word@a.example a.example:80:80'.split(' '),
  ...'a.example:port a.example:123456 [::1 ::1 [::g] [1.2.3.4] [v1.x]/faq %zz a%2 <a>'.split(' '),
  ...'"a" http://a.example /'.split(' '),
  'a.example, b.example',
  'a b',
  '',
  'a'.repeat(300),
];
const RIGHT_HOSTS = [
  ...'localhost LOCALHOST:3000 a.example a.example. a.example: 10.0.0.7:8080 [::1]:3000'.split(' '),
  ..."[2001:db8::7] my_service xn--d1acufc.example a!$&'()*+,;=~b a%20b".split(' '),
];

describe('a Host header', () => {
  it.each(WRONG_HOSTS)('that is no host is rejected before it means anything: %s', async (host) => {
    const response = await ask(await listen(), '/blog', host);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('{"error":{"code":"BAD_REQUEST"');
    expect(served).toEqual([]);
  });

  it.each(RIGHT_HOSTS)('that is one changes nothing in what is served: %s', async (host) => {
    const response = await ask(await listen(), '/blog?a=/faq', host);
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(judged).toEqual(['/blog']);
    expect(served).toEqual(['/blog?a=/faq']);
  });

  it('may be missing in HTTP/1.0 only', async () => {
    const port = await listen();
    expect(await ask(port, '/blog', null)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await ask(port, '/blog', null, '1.0')).toMatch(/^HTTP\/1\.1 200 /);
    expect(served).toEqual(['/blog']);
  });

  it('never makes the application see another path than the guard', async () => {
    const port = await listen();
    const text = textFrom('/?#\\@:%[]. aAé2f,', 12);
    await fc.assert(
      fc.asyncProperty(text, text, async (host, query) => {
        served.length = 0;
        judged.length = 0;
        await ask(port, `/blog?${query.replaceAll(/[ #]/g, '')}`, host.trim());
        expect(served.map((target) => splitTarget(target).path)).toEqual(
          served.map(() => judged[0]),
        );
      }),
      { numRuns: 300 },
    );
  });
});

it('a canonical path is the path of its URL, whatever the query', () => {
  const [path, query] = [textFrom('/.%2eEfF0aZ~!;@:_-é', 12), textFrom('/.?#\\@:%[]&=é', 8)];
  fc.assert(
    fc.property(path, query, (tail, search) => {
      const target = `/${tail}?${search}`;
      fc.pre(isCanonicalPath(splitTarget(target).path));
      expect(new URL(`http://localhost${target}`).pathname).toBe(splitTarget(target).path);
    }),
    { numRuns: 5_000 },
  );
});

describe('the own host', () => {
  it.each([
    ['https://www.example.com', 'www.example.com', true],
    ['https://www.example.com', 'WWW.Example.com', true],
    ['https://www.example.com', 'www.example.com:443', true],
    ['https://www.example.com', 'www.example.com:80', false],
    ['https://www.example.com', 'www.example.com.evil.example', false],
    ['https://www.example.com:8443', 'www.example.com:8443', true],
    ['https://www.example.com:8443', 'www.example.com', false],
    ['http://www.example.com', 'www.example.com:80', true],
    ['http://www.example.com', '[::1]:3000', true],
  ])('of %s: %s', (publicUrl, host, isKnown) => {
    expect(isWellFormedHost(host)).toBe(true);
    expect(createHostCheck({ publicUrl, isPublicUrlGiven: true })(host)).toBe(isKnown);
  });
});

describe('the hosts served without PUBLIC_URL', () => {
  const check = createHostCheck({ publicUrl: 'http://localhost:3000', isPublicUrlGiven: false });

  const local = 'localhost:3000 Site.localhost 192.168.1.20:3000 [fd00::7]:3000 laptop.home.arpa';
  const containers = 'vitrin:3000 site.production.svc.cluster.local host.docker.internal:3000';
  const ownName = `${hostname().toUpperCase()}:3000`;
  it.each([...`${local} ${containers}`.split(' '), ownName, undefined])('include %s', (host) =>
    expect(check(host)).toBe(true),
  );

  // A name that leads to another address later (DNS rebinding) makes a foreign page an own one.
  const foreign =
    'rebind.example www.example.com:3000 internal.example evil.example. [evil.example]';
  const hidden =
    'localhost.evil.example 127.0.0.1.evil.example [::1].evil.example evil.example:80:80';
  it.each(`${foreign} ${hidden}`.split(' '))('do not include %s', (host) =>
    expect(check(host)).toBe(false),
  );
});
