import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { buildMessageInput, buildOrderInput } from '../../tests/support/leads.ts';
import { openConnection, requestBytes, requestText } from '../lib/connection.ts';
import { ROUTES, type RouteName } from './network.ts';

export type Flood = {
  /** What the flood tries to take all of. */
  scarce: string;
  /** How many do it at once. */
  lanes: number;
  /** Does it once; returns the status, 0 where there was no response. */
  strike: (lane: Lane) => Promise<number>;
};

type Lane = {
  ask: (request: string | Buffer) => Promise<number>;
  headers: () => Record<string, string>;
  /** Opens a connection, sends `text` and never reads; it stays open until the flood is over. */
  hold: (text: string) => Promise<number>;
  adminToken: string;
};

const JSON_TYPE = { 'content-type': 'application/json' };
const BOUNDARY = 'vitrin-fairness';
const MIB = 1024 * 1024;
/** Marks of eight classes: sorting them is what normalising a text costs. */
const MARKS = '\u0345\u035d\u0315\u0301\u0323\u031b\u0327\u0334';

function get(path: string): Flood['strike'] {
  return ({ ask, headers }) => ask(requestText(path, headers()));
}

function sendJson(path: string, body: () => object): Flood['strike'] {
  return ({ ask, headers }) =>
    ask(
      requestBytes(
        path,
        { ...JSON_TYPE, 'idempotency-key': randomUUID(), ...headers() },
        Buffer.from(JSON.stringify(body())),
      ),
    );
}

const UNREAD = Buffer.alloc(9 * MIB, 'x');

function uploadOf(bytes: number): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="plan.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\n`;
  return Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(bytes, 'x'),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

function upload(bytes: number): Flood['strike'] {
  const body = uploadOf(bytes);
  const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return ({ ask, headers }) =>
    ask(
      requestBytes(
        '/api/order-attachments',
        { ...type, 'idempotency-key': randomUUID(), ...headers() },
        body,
      ),
    );
}

export const FLOODS = {
  'cached pages': { scarce: 'serving thread', lanes: 64, strike: get('/') },
  'pages that do not exist': {
    scarce: 'memory of caches and maps',
    lanes: 64,
    strike: (lane) => get(`/${randomUUID()}?q=${randomUUID()}`)(lane),
  },
  'reads of the API': {
    scarce: 'database connections',
    lanes: 64,
    strike: (lane) => get(`/api/blog-posts?category=${randomUUID()}&limit=50`)(lane),
  },
  'wrong passwords': {
    scarce: 'hash queue',
    lanes: 60,
    strike: sendJson('/api/admin-auth', () => ({
      action: 'login',
      username: `nobody-${randomUUID().slice(0, 8)}`,
      password: randomUUID(),
    })),
  },
  'messages of the greatest length': {
    scarce: 'batch writer',
    lanes: 64,
    strike: sendJson('/api/contact-messages', () => ({
      ...buildMessageInput({ message: `${randomUUID()} ${'ağır yük '.repeat(200)}` }),
      homepage: '',
      formAge: 42_000,
    })),
  },
  'orders of combining marks': {
    scarce: 'batch writer',
    lanes: 16,
    strike: sendJson('/api/submit-order', () => ({
      ...buildOrderInput({ projectDescription: `${randomUUID()} a${MARKS.repeat(600)}` }),
      fileUrls: [],
    })),
  },
  'bodies that nobody reads': {
    scarce: 'serving thread',
    lanes: 8,
    strike: ({ ask, headers }) =>
      ask(requestBytes('/api/nowhere', { ...JSON_TYPE, ...headers() }, UNREAD)),
  },
  'files of 9 MiB': { scarce: 'upload space, disk', lanes: 8, strike: upload(9 * MIB) },
  'files of 10 kB': { scarce: 'upload rows, threads for files', lanes: 32, strike: upload(10_000) },
  'idle connections': {
    scarce: 'sockets',
    lanes: 32,
    strike: ({ hold }) => hold('GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: '),
  },
  'slow readers': {
    scarce: 'memory of responses',
    lanes: 32,
    strike: ({ hold, headers }) => hold(requestText('/', headers()).repeat(20)),
  },
  'event streams': {
    scarce: 'event streams',
    lanes: 32,
    strike: ({ hold, headers }) => hold(requestText('/api/site-settings/stream', headers())),
  },
  probes: { scarce: 'probe of the database', lanes: 64, strike: get('/readyz') },
  'previews of hostile markdown': {
    scarce: 'worker pool',
    lanes: 16,
    strike: ({ ask, headers, adminToken }) =>
      ask(
        requestBytes(
          '/api/admin/blog-posts/preview',
          { ...JSON_TYPE, 'x-admin-session': adminToken, ...headers() },
          Buffer.from(JSON.stringify({ markdown: '*a_ '.repeat(8_000) })),
        ),
      ),
  },
} satisfies Record<string, Flood>;

export type FloodName = keyof typeof FLOODS;

export type FloodOrder = {
  port: number;
  flood: FloodName;
  route: RouteName;
  /** The number of the source. */
  row: number;
  adminToken: string;
};

/** A client that gets nothing at all must not spin: it would take the processor from those it is measured against. */
const PAUSE_WITHOUT_RESPONSE_MS = 20;
const MAX_HELD = 4_000;
let held = 0;

function openLane({ port, route, row, adminToken }: FloodOrder): Lane {
  const { host, address, isForwarded } = ROUTES[route];
  const localAddress = () => (isForwarded ? undefined : address(row));
  const connection = openConnection(port, { host, localAddress });
  return {
    adminToken,
    headers(): Record<string, string> {
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

/** Takes all it can until the process is ended; counts in `statuses` which responses came. */
export function startFlood(order: FloodOrder, statuses: Record<string, number>): void {
  const { lanes, strike }: Flood = FLOODS[order.flood];
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
