import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** What becomes of a statement: it is passed on (null), its connection is cut, or it gets an error of this SQLSTATE. */
type Fate = string | null;
type Evaluate = (statement: string, applicationName: string) => Fate;

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>;

export async function startDatabaseProxy(databaseUrl: string) {
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

  /** Ends all connections and rejects new ones, as a stopped server does. */
  async function cut(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  /** Keeps open connections but passes nothing on, while new ones work, as a router does that has forgotten them. */
  const swallow = () => sockets.forEach((socket) => socket.pause());

  return {
    // Not by assignment: the host of such an address may be a folder, which cannot be replaced in place.
    url: `postgres://${target.username}:${target.password}@127.0.0.1:${port}${target.pathname}`,
    cut,
    bytesSent: () => sent,
    /** Keeps all connections open and passes nothing on, as a lost network does. */
    freeze(): void {
      isFrozen = true;
      swallow();
    },
    /** From now on each statement takes so many milliseconds longer. */
    slowDown: (ms: number) => void (slownessMs = ms),
    /** Has each statement evaluated from now on; null passes everything on. */
    evaluateWith: (next: Evaluate | null) => void (evaluate = next),
    swallow,
    async restore(): Promise<void> {
      if (isFrozen) {
        isFrozen = false;
        for (const socket of sockets) socket.resume();
        return;
      }
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async stop(): Promise<void> {
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
  const findStatement = createStatementReader();
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
      if (type === 'start') applicationName = readApplicationName(bytes);
      const statement = findStatement(message);
      if (statement !== null) fate ??= evaluate(statement, applicationName);
      unit.push(bytes);
      if (CONTINUED.has(type)) continue;
      if (fate === null) send(Buffer.concat(unit));
      else if (fate === 'cut') client.destroy();
      else client.write(buildFailure(fate, transaction));
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

// PostgreSQL's protocol, as far as the proxy needs it (version 3, "Message Formats").

type Message = { type: string; bytes: Buffer };

/** Parse, Bind, Describe, Execute and Close, after which a client goes on without a response. */
const CONTINUED = new Set(['P', 'B', 'D', 'E', 'C']);

/** Cuts a stream of bytes into messages; the first one of a client has no type. */
function createMessageReader(hasStart: boolean): (chunk: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0);
  let isStart = hasStart;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const head = isStart ? 0 : 1;
      if (rest.length < head + 4) return messages;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return messages;
      const type = isStart ? 'start' : String.fromCharCode(rest[0] ?? 0);
      messages.push({ type, bytes: rest.subarray(0, end) });
      isStart = false;
      rest = rest.subarray(end);
    }
  };
}

function readStrings(bytes: Buffer, from: number, count: number): string[] {
  return bytes.subarray(from).toString().split('\0', count);
}

function readApplicationName(start: Buffer): string {
  return /\0application_name\0([^\0]*)/.exec(start.toString())?.[1] ?? '';
}

function createStatementReader(): (message: Message) => string | null {
  const named = new Map<string, string>();
  return ({ type, bytes }) => {
    if (type === 'Q') return readStrings(bytes, 5, 1)[0] ?? '';
    if (type === 'P') {
      const [name = '', text = ''] = readStrings(bytes, 5, 2);
      named.set(name, text);
      return text;
    }
    if (type !== 'B') return null;
    const [, name = ''] = readStrings(bytes, 5, 2);
    return named.get(name) ?? null;
  };
}

function buildMessage(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** An error, and that the server is ready for the next statement: in a transaction that has failed, or in none. */
function buildFailure(sqlState: string, transaction: string): Buffer {
  const fields = ['SERROR', 'VERROR', `C${sqlState}`, 'Mmade to fail by a test', ''].join('\0');
  return Buffer.concat([
    buildMessage('E', Buffer.from(`${fields}\0`)),
    buildMessage('Z', Buffer.from(transaction === 'I' ? 'I' : 'E')),
  ]);
}
