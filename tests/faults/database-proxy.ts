import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  createMessageReader,
  createStatementReader,
  endsUnit,
  failureOf,
  readStart,
} from './database-messages.ts';

/** What becomes of a statement: it is passed on (null), its connection is cut, or it gets an error of this SQLSTATE. */
export type Fate = string | null;
export type Evaluate = (statement: string, applicationName: string) => Fate;

export type DatabaseProxy = {
  /** The address of the database through the proxy. */
  url: string;
  /** Ends all connections and rejects new ones, as a stopped server does. */
  cut(): Promise<void>;
  /** Keeps all connections open and passes nothing on, as a lost network does. */
  freeze(): void;
  /** Keeps the connections of now open and passes nothing on, while new ones work, as a router does that has forgotten them. */
  swallow(): void;
  restore(): Promise<void>;
  /** How much the site has sent to its database so far. */
  bytesSent(): number;
  /** From now on each statement takes so many milliseconds longer. */
  slowDown(ms: number): void;
  /** Has each statement evaluated from now on; null passes everything on. */
  evaluateWith(evaluate: Evaluate | null): void;
  stop(): Promise<void>;
};

/** Stands between the site and its database. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const host = decodeURIComponent(target.hostname);
  const options = host.startsWith('/')
    ? { path: join(host, `.s.PGSQL.${target.port || 5432}`) }
    : { host, port: Number(target.port || 5432) };
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let sent = 0;
  let evaluate: Evaluate | null = null;
  let slownessMs = 0;

  function add(socket: Socket): void {
    sockets.add(socket);
    if (isFrozen) socket.pause();
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  }

  const server = createServer((client) => {
    const upstream = connect(options);
    add(client);
    add(upstream);
    client.on('data', (chunk) => (sent += chunk.length));
    passOn(client, upstream, {
      evaluate: (statement, name) => evaluate?.(statement, name) ?? null,
      slowness: () => slownessMs,
    });
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
    if (isFrozen) for (const socket of [client, upstream]) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  // Not by assignment: the host of such an address may be a folder, which cannot be replaced in place.
  const through = `postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`;

  async function cut(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  return {
    url: through,
    cut,
    bytesSent: () => sent,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    slowDown(ms) {
      slownessMs = ms;
    },
    evaluateWith(next) {
      evaluate = next;
    },
    swallow() {
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      if (isFrozen) {
        isFrozen = false;
        for (const socket of sockets) socket.resume();
        return;
      }
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async stop() {
      if (server.listening) await cut();
    },
  };
}

/** Passes on what both sides say, except the statements that are chosen to fail; those that pass take their time. */
function passOn(
  client: Socket,
  upstream: Socket,
  { evaluate, slowness }: { evaluate: Evaluate; slowness: () => number },
): void {
  const readClient = createMessageReader(true);
  const readUpstream = createMessageReader(false);
  const statements = createStatementReader();
  let applicationName = '';
  let transaction = 'I';
  let unit: Buffer[] = [];
  let fate: Fate = null;
  /** When the last one arrives: none overtakes another. */
  let arrivesAt = 0;

  function send(bytes: Buffer): void {
    const now = performance.now();
    arrivesAt = Math.max(arrivesAt, now + slowness());
    if (arrivesAt <= now) upstream.write(bytes);
    else setTimeout(() => upstream.writable && upstream.write(bytes), arrivesAt - now);
  }

  client.on('data', (chunk) => {
    for (const message of readClient(chunk)) {
      const { type, bytes } = message;
      if (type === 'start') applicationName = readStart(bytes).get('application_name') ?? '';
      const statement = statements.statementOf(message);
      if (statement !== null) fate ??= evaluate(statement, applicationName);
      unit.push(bytes);
      if ('PBDEC'.includes(type) && !endsUnit(type)) continue;
      if (fate === null) send(Buffer.concat(unit));
      else if (fate === 'cut') client.destroy();
      else client.write(failureOf(fate, transaction));
      unit = [];
      fate = null;
    }
  });
  upstream.on('data', (chunk) => {
    for (const { type, bytes } of readUpstream(chunk)) {
      if (type === 'Z') transaction = bytes.toString('latin1', 5, 6);
    }
    client.write(chunk);
  });
}
