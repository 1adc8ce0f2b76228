// Also a program: each flood is a process of its own, so that it comes from another host and does not slow what measures.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Asked,
  buildJsonPost,
  buildUpload,
  type RequestHeaders,
  openConnection,
} from '../lib/connection.ts';
import { buildMessage, buildOrder } from '../lib/enquiries.ts';
import { ROUTES, type RouteName } from './network.ts';

/** The status of a request; 0 without a response. */
type Strike = (lane: Lane) => Promise<number>;

/** The resource that the flood tries to exhaust, and the number of concurrent strikes. */
type Flood = readonly [scarce: string, lanes: number, strike: Strike];

type Lane = {
  ask: (asked: Asked) => Promise<number>;
  headers: () => RequestHeaders;
  /** Opens a connection, sends `text` and never reads; it stays open until the flood is over. */
  hold: (text: string) => Promise<number>;
  adminToken: string;
};

const MIB = 1024 * 1024;
/** Marks of eight classes, which normalizing a text sorts. */
const MARKS = '\u0345\u035d\u0315\u0301\u0323\u031b\u0327\u0334';

function get(path: string): Strike {
  return ({ ask, headers }) => ask({ path, headers: headers() });
}

function post(path: string, buildBody: () => object): Strike {
  return ({ ask, headers }) =>
    ask(buildJsonPost(path, { 'idempotency-key': randomUUID(), ...headers() }, buildBody()));
}

function upload(bytes: number): Strike {
  const file = Buffer.alloc(bytes, 'x');
  return ({ ask, headers }) =>
    ask(buildUpload({ 'idempotency-key': randomUUID(), ...headers() }, file));
}

const UNREAD = { x: 'x'.repeat(9 * MIB) };

/** The head of a GET, for connections that only wait. */
function toText(path: string, headers: RequestHeaders = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`;
}

const pageThatIsMissing: Strike = (lane) => get(`/${randomUUID()}?q=${randomUUID()}`)(lane);
const readOfApi: Strike = (lane) => get(`/api/blog-posts?category=${randomUUID()}&limit=50`)(lane);

const wrongPassword = post('/api/admin-auth', () => ({
  action: 'login',
  username: `nobody-${randomUUID().slice(0, 8)}`,
  password: randomUUID(),
}));

const longMessage: Strike = ({ ask, headers }) =>
  ask(buildMessage(headers(), 'ağır yük '.repeat(200)));

const orderOfMarks: Strike = ({ ask, headers }) =>
  ask(buildOrder(headers(), [], `a${MARKS.repeat(600)}`));

const hostilePreview: Strike = ({ ask, headers, adminToken }) => {
  const all = { 'x-admin-session': adminToken, ...headers() };
  const body = { markdown: '*a_ '.repeat(8_000) };
  return ask(buildJsonPost('/api/admin/blog-posts/preview', all, body));
};

const idleConnection: Strike = ({ hold }) => hold('GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ');
const slowReader: Strike = ({ hold, headers }) => hold(toText('/', headers()).repeat(20));
const eventStream: Strike = ({ hold, headers }) =>
  hold(toText('/api/site-settings/stream', headers()));

export const FLOODS = {
  'cached pages': ['serving thread', 64, get('/')],
  'pages that do not exist': ['memory of caches and maps', 64, pageThatIsMissing],
  'reads of the API': ['database connections', 64, readOfApi],
  'wrong passwords': ['hash queue', 60, wrongPassword],
  'messages of the greatest length': ['batch writer', 64, longMessage],
  'orders of combining marks': ['batch writer', 16, orderOfMarks],
  'bodies that nobody reads': ['serving thread', 8, post('/api/nowhere', () => UNREAD)],
  'files of 9 MiB': ['upload space, disk', 8, upload(9 * MIB)],
  'files of 10 kB': ['upload rows, threads for files', 32, upload(10_000)],
  'idle connections': ['sockets', 32, idleConnection],
  'slow readers': ['memory of responses', 32, slowReader],
  'event streams': ['event streams', 32, eventStream],
  probes: ['probe of the database', 64, get('/readyz')],
  'previews of hostile markdown': ['worker pool', 16, hostilePreview],
} satisfies Record<string, Flood>;

export type FloodName = keyof typeof FLOODS;

export type FloodOrder = {
  port: number;
  flood: FloodName;
  route: RouteName;
  row: number;
  adminToken: string;
};

/** A client without responses must not spin, which would take the processor from the server. */
const PAUSE_WITHOUT_RESPONSE_MS = 20;
const MAX_HELD = 4_000;
let held = 0;

function openLane({ port, route, row, adminToken }: FloodOrder): Lane {
  const { host, address, isForwarded } = ROUTES[route];
  const localAddress = () => (isForwarded ? undefined : address(row));
  const connection = openConnection(port, { host, localAddress });
  return {
    adminToken,
    headers(): RequestHeaders {
      return isForwarded ? { 'x-forwarded-for': address(row) } : {};
    },
    async ask(request) {
      return (await connection.ask(request))?.status ?? 0;
    },
    async hold(text) {
      if (held >= MAX_HELD) {
        await pause(100);
        return 0;
      }
      const from = localAddress();
      const socket = connect({ port, host, ...(from === undefined ? {} : { localAddress: from }) });
      socket.on('error', () => undefined);
      await once(socket, 'connect').catch(() => undefined);
      if (socket.destroyed) return 0;
      held += 1;
      socket.once('close', () => (held -= 1));
      socket.pause();
      socket.write(text);
      return 1;
    },
  };
}

/** Strikes until the process ends, and counts the responses by status. */
function flood(order: FloodOrder, statuses: Record<string, number>): void {
  const [, lanes, strike]: Flood = FLOODS[order.flood];
  const repeat = async () => {
    const lane = openLane(order);
    for (;;) {
      const status = await strike(lane);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 0) await pause(PAUSE_WITHOUT_RESPONSE_MS);
    }
  };
  for (let lane = 0; lane < lanes; lane += 1) void repeat();
}

if (import.meta.main) {
  const statuses: Record<string, number> = {};
  process.once('SIGTERM', () => {
    process.stdout.write(JSON.stringify(statuses), () => process.exit(0));
  });
  flood(JSON.parse(process.argv[2] ?? '') as FloodOrder, statuses);
}
