import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as breathe } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCachedResponses } from '#server/http/cache/serve-cached.ts';
import { createHttpServer } from '#server/http/listener.ts';
import { precompress } from '#server/http/base/cached-response.ts';
import { createTrafficGate } from '#server/http/guard/traffic-gate.ts';
import { createTraffic } from '#server/http/guard/traffic.ts';
import type { Metrics } from '#server/http/base/metrics.ts';
import { createGuard, type Guard } from '#server/traffic/guard.ts';
import { compileRules, type RuleRow } from '#server/traffic/rules.ts';
import { createSourceReader, type SourceReader } from '#server/traffic/source.ts';
import { NGINX, startNginx } from '#tests/support/proxies/nginx.ts';
import type { Proxy } from '#tests/support/proxies/proxy.ts';
import { createTestLog } from '#tests/support/log.ts';

/** As long as a connection that should have ended is waited for; its client then says that nothing more will come. */
const QUIET_MS = 1_000;
/** For a site that reads no more, or another that reads before it. */
const MAX_TURNS = 20;
const SEED = 20_261_122;
const VISITOR = '203.0.113.7';
const BLOCKED = '203.0.113.66';
const BLOCK: RuleRow = {
  id: '01a1fdd0-dbb4-7283-b3fa-447f90000001',
  ipAddress: BLOCKED,
  ruleType: 'blacklist',
  reason: 'Test',
  expiresAt: null,
};

type Site = {
  port: number;
  server: Server;
  /** Its ends of the connections, by the port of the other end. */
  accepted: Map<number | undefined, Socket>;
  begin: () => void;
  end: () => unknown[];
};
type Exchange = { responses: SentResponse[]; events: unknown[] };
type SentResponse = { status: number; headers: string[]; body: string };

const sites: Record<string, Site> = {};

function prepare(body: string, status = 200) {
  return precompress({
    status,
    headers: [
      ['content-type', 'text/plain'],
      ['vary', 'accept-encoding'],
    ],
    body: Buffer.from(body),
    encoded: { br: Buffer.from(`br of ${body}`), gzip: Buffer.from(`gzip of ${body}`) },
    hasRanges: true,
  });
}

/** Says what the application was asked for. */
async function echo(request: Request): Promise<Response> {
  const { method, url } = request;
  const body = method === 'GET' || method === 'HEAD' ? '' : await request.text().catch(String);
  const text = JSON.stringify({ made: url, method, body });
  return new Response(method === 'HEAD' ? null : text, { headers: { 'x-made': url } });
}

/** The guard, the log and the metrics of one visit, from nothing and at a time that stands still, with all that they are told. */
function startRecording(sources: SourceReader) {
  const events: unknown[] = [];
  const record =
    (kind: string) =>
    (...reported: unknown[]) =>
      void events.push([kind, ...reported]);
  const now = new Date('2026-11-22T12:00:00Z');
  const guard = createGuard({
    mode: 'on',
    onEvent: record('threat'),
    onBlock: record('block'),
    now: () => now,
    monotonicNow: () => 1_000,
    maxBytes: 100_000,
  });
  guard.setRules(compileRules([BLOCK]));
  const reported: Pick<Guard, 'admit' | 'record' | 'observe' | 'hasAdminAtWork'> = {
    hasAdminAtWork: (source) => guard.hasAdminAtWork(source),
    admit(source, routeClass) {
      const verdict = guard.admit(source, routeClass);
      events.push(['admit', source.address, routeClass, verdict]);
      return verdict;
    },
    record(source, signal, units) {
      events.push(['note', source.address, signal, units]);
      guard.record(source, signal, units);
    },
    observe(source, completed) {
      events.push(['observe', source.address, completed]);
      guard.observe(source, completed);
    },
  };
  let count = () => {};
  const traffic = createTraffic({
    guard: reported,
    requestLog: { add: record('request log') },
    overload: { level: 0, logWeight: () => 1 },
    metrics: {
      requests: { inc: record('metrics') },
      addRequestsWith: (add: () => void) => (count = add),
    } as unknown as Metrics,
    log: createTestLog({ info: record('log') }),
  });
  return {
    guard: reported,
    traffic,
    log: record('request log'),
    end() {
      count();
      for (const address of [VISITOR, BLOCKED, '127.0.0.1'])
        events.push([address, guard.scoreOf(sources.sourceOf(address))]);
      return events;
    },
  };
}

/** The whole front of the server, and behind it an application that says what it was asked for. */
async function openSite(hasFastPath: boolean): Promise<Site> {
  const sources = createSourceReader(['127.0.0.0/8']);
  let visit = startRecording(sources);
  const pages = new Map([
    ['/kept', prepare('kept')],
    ['/missing', prepare('missing', 404)],
  ]);
  const server = createHttpServer({
    fetch: echo,
    hasFastPath,
    sources,
    gate: createTrafficGate({
      guard: {
        admit: (...request) => visit.guard.admit(...request),
        record: (...noted) => visit.guard.record(...noted),
        observe: (...completed) => visit.guard.observe(...completed),
      },
      sources,
      requestLog: { add: (request) => visit.log(request) },
    }),
    cached: createCachedResponses({
      files: new Map([['/file.txt', prepare('file')]]),
      pages: { find: (_target, path) => pages.get(path) },
      isKnownHost: (host = '') => host.toLowerCase().startsWith('a.example'),
      sources,
      traffic: { finished: (request) => visit.traffic.finished(request) },
    }),
  });
  const accepted: Site['accepted'] = new Map();
  server.on('connection', (socket: Socket) => {
    const { remotePort } = socket;
    accepted.set(remotePort, socket);
    socket.once('close', () => accepted.delete(remotePort));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const begin = () => (visit = startRecording(sources));
  return { port, server, accepted, begin, end: () => visit.end() };
}

/** What is the same whoever has written a response. */
function readResponses(text: string): SentResponse[] {
  return text.split(/HTTP\/1\.1 (?=\d{3} )/).flatMap((message) => {
    if (message === '') return [];
    const end = message.indexOf('\r\n\r\n');
    const [first = '', ...lines] = message.slice(0, end).toLowerCase().split('\r\n');
    const headers = lines.filter((line) => !/^(?:date|keep-alive):/.test(line)).toSorted();
    return [{ status: Number(first.slice(0, 3)), headers, body: message.slice(end + 4) }];
  });
}

/** Waits until the site has read so much of a connection; what it has not read would come in one piece with what follows. */
async function awaitRead({ accepted }: Site, port: number | undefined, bytes: number) {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    await breathe();
    const socket = accepted.get(port);
    if (socket && socket.bytesRead >= bytes) return;
  }
}

/** Everything that comes back for these pieces, up to the end of the connection. */
async function exchange(site: Site, pieces: readonly string[]): Promise<SentResponse[]> {
  const { port } = site;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => undefined);
  let received = '';
  let quiet = setTimeout(() => socket.end(), QUIET_MS);
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    clearTimeout(quiet);
    quiet = setTimeout(() => socket.end(), QUIET_MS);
  });
  const closed = new Promise((done) => socket.once('close', done));
  await once(socket, 'connect');
  let written = 0;
  for (const piece of pieces) {
    await awaitRead(site, socket.localPort, written);
    if (socket.writable) socket.write(Buffer.from(piece, 'latin1'));
    written += piece.length;
  }
  await closed;
  clearTimeout(quiet);
  // Node says this as soon as it has read a head, whichever response has its turn.
  return readResponses(received.replaceAll('HTTP/1.1 100 Continue\r\n\r\n', ''));
}

async function visit(name: string, pieces: readonly string[]): Promise<Exchange> {
  const site = sites[name];
  if (!site) throw new Error(`there is no ${name}`);
  site.begin();
  const responses = await exchange(site, pieces);
  return { responses, events: site.end() };
}

const TARGETS = [
  '/kept', '/kept?utm_source=x', '/kept?a=%20#b', '/missing', '/file.txt', '/made', '/made?a=/kept', '/kept/', '/healthz',
  '//kept', '/kept/../made', '/./kept', '/%6bept', '/kept%00', '/kept%2fa', '/kept#b', '/k\xe9pt', '/kept;a', '/kept\\', 'kept', '*',
  'http://a.example/kept', 'http://b.example/kept', 'a.example:80', '/kept kept', '',
]; // prettier-ignore
const HOSTS = [
  'host: a.example', 'Host: a.example', 'HOST:a.example', 'host: A.EXAMPLE', 'host:\ta.example\t', 'host: a.example:80', 'host: a.example:',
  'host: b.example', 'host: [::1]:80', 'host:', 'host: a/b', 'host: \xfc/faq?a', 'host: a.example, b.example', 'host: u@a.example',
  'host: a.example\r\nhost: a.example', 'host: a.example\r\nHost: b.example', 'host : a.example', 'x-host: a.example',
]; // prettier-ignore
const HEADERS = [
  'accept-encoding: br', 'Accept-Encoding:gzip, br;q=0', 'ACCEPT-ENCODING: identity', 'accept-encoding:', 'accept-encoding: br\r\naccept-encoding: gzip',
  'if-none-match: *', 'if-none-match: "x"', 'If-None-Match: W/"x", "y"', 'range: bytes=0-1', 'range: bytes=9-', 'if-range: "x"',
  'connection: keep-alive', 'Connection: Keep-Alive', 'connection: close', 'connection: keep-alive, x-forwarded-for', 'connection: x',
  `x-forwarded-for: ${VISITOR}`, `X-Forwarded-For: ${VISITOR}, 127.0.0.9`, `x-forwarded-for: ${BLOCKED}`, 'x-forwarded-for:',
  'x-forwarded-for: 203.0.113.7\r\nx-forwarded-for: 203.0.113.66', 'cookie: a=1; b="2"', 'x-a:', 'x-a: caf\xe9', 'x_a: b',
  'expect: 100-continue', 'expect: x', 'upgrade: websocket', 'trailer: x', 'te: trailers', 'user-agent: Mozilla/5.0 (X11)',
]; // prettier-ignore
const BROKEN = [
  'x-a: \x7f',   'x a: b', ': b', 'x-a', 'x-a: b\nx-c: d', 'x-a: b\rx-c: d', 'x-a: b\0', 'x-a: b\r\n c', ' x-a: b', 'x-a : b', '\xe9: b',
  'content-length : 3', 'transfer-encoding : chunked', 'x-a: b\r\n\r\r',
]; // prettier-ignore
const CHUNKS = '3\r\nabc\r\n0\r\n\r\n';
/** Lines about a body, and what then comes. */
const BODIES: readonly (readonly [string[], string])[] = [
  [['content-length: 0'], ''],
  [['content-length: 3'], 'abc'],
  [['Content-Length:3 '], 'abc'],
  [['transfer-encoding: chunked'], CHUNKS],
  [['Transfer-Encoding: Chunked'], '3;a=b\r\nabc\r\n0\r\nx-trailer: b\r\n\r\n'],
];
const BROKEN_BODIES: readonly (readonly [string[], string])[] = [
  [['content-length: 5'], 'abc'],
  [['content-length: 2'], 'abc'],
  [['content-length: +3'], 'abc'],
  [['content-length: 0x3'], 'abc'],
  [['content-length: 3, 3'], 'abc'],
  [['content-length: 3', 'content-length: 4'], 'abcd'],
  [['content-length: 3', 'content-length: 3'], 'abc'],
  [['content-length: 3', 'transfer-encoding: chunked'], CHUNKS],
  [['transfer-encoding: chunked', 'content-length: 3'], CHUNKS],
  [['transfer-encoding: chunked, chunked'], CHUNKS],
  [['transfer-encoding: identity'], 'abc'],
  [['transfer-encoding: xchunked'], CHUNKS],
  [['transfer-encoding: \x0bchunked'], CHUNKS],
  [['transfer-encoding: chunked'], '3\nabc\n0\n\n'],
  [['transfer-encoding: chunked'], '-3\r\nabc\r\n0\r\n\r\n'],
  [['transfer-encoding: chunked'], '3 \r\nabc\r\n0\r\n\r\n'],
];

const oftenFirst = (values: readonly string[], weight: number) =>
  fc.oneof(
    { weight, arbitrary: fc.constant(values[0] ?? '') },
    { weight: 10, arbitrary: fc.constantFrom(...values) },
  );

function messageOf(
  line: readonly [method: string, target: string, version: string],
  host: string,
  lines: readonly string[],
  [bodyLines, body]: readonly [string[], string],
): string {
  return [line.join(' '), host, ...lines, ...bodyLines, '', body].join('\r\n');
}

const NO_BODY: readonly [string[], string] = [[], ''];

/** A request as no rule of HTTP forbids it. */
const proper = fc
  .tuple(
    fc.tuple(
      oftenFirst(['GET', 'HEAD', 'POST', 'OPTIONS'], 30),
      oftenFirst(TARGETS.slice(0, 9), 20),
      fc.constant('HTTP/1.1'),
    ),
    fc.constantFrom(...HOSTS.slice(0, 6)),
    fc.uniqueArray(fc.constantFrom(...HEADERS), { maxLength: 3 }),
    fc.constantFrom(...BODIES),
  )
  .map(([line, host, lines, body]) =>
    messageOf(line, host, lines, line[0] === 'POST' || line[0] === 'OPTIONS' ? body : NO_BODY),
  );

/** One in which anything may be wrong. */
const odd = fc
  .tuple(
    fc.tuple(
      oftenFirst(['GET', 'HEAD', 'POST', 'get', 'FOO', 'G\xe9T', ''], 20),
      oftenFirst(TARGETS, 5),
      oftenFirst(
        ['HTTP/1.1', 'HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', 'HTTP/1.1 ', ''],
        30,
      ),
    ),
    oftenFirst(HOSTS, 10),
    fc.array(fc.constantFrom(...HEADERS, ...BROKEN), { maxLength: 4 }),
    fc.oneof(
      { weight: 5, arbitrary: fc.constant(NO_BODY) },
      { weight: 2, arbitrary: fc.constantFrom(...BODIES) },
      { weight: 3, arbitrary: fc.constantFrom(...BROKEN_BODIES) },
    ),
  )
  .map(([line, host, lines, body]) => messageOf(line, host, lines, body));

const FROM = 'GET /kept HTTP/1.1\r\nhost: a.example\r\nx-forwarded-for:';
const LAST = 'GET /kept?last HTTP/1.1\r\nhost: a.example\r\nconnection: close\r\n\r\n';

/** A few requests on one connection, the last of which ends it, in pieces of any size. */
function sent(request: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  return fc
    .tuple(
      fc.array(request, { minLength: 1, maxLength: 3 }),
      fc.oneof(fc.constant<number[]>([]), fc.array(fc.nat(400), { maxLength: 6 })),
      fc.oneof(
        { weight: 4, arbitrary: fc.constant('each one a piece') },
        { weight: 3, arbitrary: fc.constant('anywhere') },
        { weight: 1, arbitrary: fc.constant('at every byte') },
      ),
    )
    .map(([messages, cuts, split]) => {
      if (split === 'each one a piece') return [...messages, LAST];
      const text = messages.join('') + LAST;
      if (split === 'at every byte') return text.split('');
      const places = [0, ...cuts.filter((cut) => cut > 0 && cut < text.length), text.length];
      const ordered = [...new Set(places)].toSorted((one, other) => one - other);
      return ordered.slice(1).map((end, index) => text.slice(ordered[index], end));
    });
}

const RUNS = [
  ['as always', SEED],
  ['as never before', Date.now() % 2 ** 31],
] as const;

beforeAll(async () => {
  sites['fast'] = await openSite(true);
  sites['node'] = await openSite(false);
});
afterAll(() => {
  for (const { server } of Object.values(sites)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Runs `work`; how many of the requests that Node read on the one site were served before it on the other. */
async function countFast(work: () => Promise<void>): Promise<number> {
  let fast = 0;
  const [plus, minus] = [() => (fast += 1), () => (fast -= 1)];
  sites['node']?.server.on('request', plus);
  sites['fast']?.server.on('request', minus);
  await work();
  sites['node']?.server.off('request', plus);
  sites['fast']?.server.off('request', minus);
  return fast;
}

async function expectSame(pieces: readonly string[]): Promise<Exchange> {
  const [fast, node] = await Promise.all([visit('fast', pieces), visit('node', pieces)]);
  expect(fast).toEqual(node);
  return fast;
}

describe('the fast path and the parser of Node', () => {
  it.each(RUNS)('decide and respond the same, chosen %s', { timeout: 300_000 }, async (_, seed) => {
    const compare = (requests: fc.Arbitrary<string>, numRuns: number) => {
      const run = async (pieces: string[]) => void (await expectSame(pieces));
      return fc.assert(fc.asyncProperty(sent(requests), run), { seed, numRuns });
    };
    const fast = await countFast(() => compare(proper, 250));
    expect(fast).toBeGreaterThan(10);
    await compare(odd, 350);
  });

  it.each([
    ['a page', 'GET /kept HTTP/1.1\r\nHost: a.example\r\naccept-encoding: br\r\n\r\n'],
    ['a page that does not exist', 'GET /missing HTTP/1.1\r\nhost: a.example\r\n\r\n'],
    ['another spelling', 'GET //kept HTTP/1.1\r\nhost: a.example\r\n\r\n'],
    ['a blocked address', `${FROM} ${BLOCKED}\r\n\r\n`],
  ])('do so wherever the request is cut: %s', async (_case, request) => {
    const whole = await expectSame([request, LAST]);
    expect(whole.responses.length).toBeGreaterThan(0);
    for (let at = 1; at < request.length; at += 1) {
      const cut = await visit('fast', [request.slice(0, at), request.slice(at), LAST]);
      expect(cut, `cut at ${at}`).toEqual(whole);
    }
  });

  it('turn away alike a source that sends too much', { timeout: 60_000 }, async () => {
    const request = `${FROM} ${VISITOR}\r\n\r\n`;
    let responses: SentResponse[] = [];
    const fast = await countFast(async () => {
      ({ responses } = await expectSame(Array.from({ length: 400 }, () => request)));
    });
    expect(fast).toBeGreaterThan(200);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });
});

const title = NGINX ? 'nginx in front' : 'nginx in front (skipped: nginx is not installed)';
describe.skipIf(!NGINX)(title, { timeout: 180_000 }, () => {
  let nginx: Proxy;

  beforeAll(async () => {
    const site = await openSite(true);
    nginx = await startNginx([site.port]);
    sites['behind nginx'] = { ...site, port: nginx.port };
    return () => nginx.stop();
  });

  // It keeps its own connections, and says who the visitor is.
  function comparable({ headers, ...response }: SentResponse): SentResponse {
    const passed = headers.filter((line) => !/^(?:connection|server):/.test(line));
    return { ...response, headers: passed };
  }

  /** It is stricter about some bytes. */
  function isOwn({ status, headers }: SentResponse): boolean {
    return status === 400 && headers.includes('content-type: text/html');
  }

  it.each(RUNS)('changes no response to a proper request, chosen %s', async (_how, seed) => {
    let compared = 0;
    const requests = sent(proper).filter(
      (pieces) => !/forwarded-for|expect:/i.test(pieces.join('')),
    );
    await fc.assert(
      fc.asyncProperty(requests, async (pieces) => {
        const [direct, behind] = await Promise.all([
          visit('node', pieces),
          visit('behind nginx', pieces),
        ]);
        const own = behind.responses.findIndex(isOwn);
        // A response that ends the connection to the site does not end the visitor's to nginx.
        const end = own === -1 ? direct.responses.length : own;
        expect(direct.responses.at(-1)?.headers).toContain('connection: close');
        const passed = behind.responses.slice(0, end).map(comparable);
        expect(passed).toEqual(direct.responses.slice(0, end).map(comparable));
        compared += passed.length;
      }),
      { seed, numRuns: 150 },
    );
    expect(compared).toBeGreaterThan(150);
  });

  it.each(RUNS)('passes on no request that it changes, chosen %s', async (_how, seed) => {
    // To HTTP/0.9 it responds with a body alone, which cannot be told from the one before.
    const requests = sent(odd).filter((pieces) => !/^[A-Z]+ \S* ?\r$/m.test(pieces.join('')));
    await fc.assert(
      fc.asyncProperty(requests, async (pieces) => {
        const { responses } = await visit('behind nginx', pieces);
        // Each path that reached the application is the path of one of the requests, never a part of a body or header.
        const text = pieces.join('');
        for (const { body } of responses) {
          if (!body.startsWith('{"made"')) continue;
          const made = new URL((JSON.parse(body) as { made: string }).made);
          expect(text).toContain(` ${made.pathname}`);
        }
        const heads = text.match(/ HTTP\/\d|^[A-Z]* |\r\n(?:GET|POST|HEAD) /gi)?.length ?? 0;
        expect(responses.length).toBeLessThanOrEqual(heads);
      }),
      { seed, numRuns: 150 },
    );
  });
});
