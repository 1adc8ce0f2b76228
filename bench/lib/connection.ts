import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type SentResponse = {
  status: number;
  /** The status line and the headers. */
  head: string;
  body: Buffer;
  /** How many bytes came for it. */
  bytes: number;
  /** Whether the server closes the connection after it. */
  isLast: boolean;
};

export type Connection = {
  /** Sends a request and waits for its whole response; null when the connection was closed instead. */
  ask(request: string | Buffer): Promise<SentResponse | null>;
  close(): void;
};

/** Where a connection goes to; by default this machine, from whatever address it chooses. */
type Ends = { host?: string; localAddress?: () => string | undefined };

/** One connection to this machine, opened again after the server has closed it. It costs less than Node's own client. */
export function openConnection(
  port: number,
  { host = '127.0.0.1', localAddress = () => undefined }: Ends = {},
): Connection {
  let socket: Socket | null = null;
  let received: Buffer = Buffer.alloc(0);
  let pending: ((response: SentResponse | null) => void) | null = null;

  function settle(response: SentResponse | null): void {
    const resolve = pending;
    pending = null;
    received = Buffer.alloc(0);
    resolve?.(response);
  }

  async function open(): Promise<Socket> {
    const from = localAddress();
    const opened = connect({ port, host, ...(from === undefined ? {} : { localAddress: from }) });
    opened.setNoDelay(true);
    opened.on('error', () => undefined);
    opened.on('close', () => settle(null));
    opened.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const response = readResponse(received);
      if (response) settle(response);
    });
    await once(opened, 'connect').catch(() => undefined);
    return opened;
  }

  return {
    async ask(request) {
      if (!socket || socket.destroyed) socket = await open();
      const used = socket;
      if (used.destroyed) return null;
      const response = await new Promise<SentResponse | null>((resolve) => {
        pending = resolve;
        used.write(request);
      });
      if (!response || response.isLast) {
        used.destroy();
        if (!used.closed) await once(used, 'close');
      }
      return response;
    },
    close: () => socket?.destroy(),
  };
}

function readResponse(received: Buffer): SentResponse | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = received.subarray(0, end).toString('latin1');
  const status = Number(head.slice(9, 12));
  const isLast = /^connection: close/im.test(head);
  const start = end + 4;
  if (status === 204 || status === 304) {
    return { status, head, body: Buffer.alloc(0), bytes: start, isLast };
  }
  if (/^transfer-encoding: chunked/im.test(head)) {
    const chunks = readChunks(received, start);
    return chunks && { status, head, isLast, ...chunks };
  }
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  if (received.length < start + length) return null;
  const body = received.subarray(start, start + length);
  return { status, head, body, bytes: start + length, isLast };
}

function readChunks(received: Buffer, start: number): { body: Buffer; bytes: number } | null {
  const parts: Buffer[] = [];
  for (let position = start; ;) {
    const lineEnd = received.indexOf('\r\n', position);
    if (lineEnd < 0) return null;
    const length = Number.parseInt(received.toString('latin1', position, lineEnd), 16);
    position = lineEnd + 2 + length + 2;
    if (received.length < position) return null;
    if (length === 0) return { body: Buffer.concat(parts), bytes: position };
    parts.push(received.subarray(lineEnd + 2, lineEnd + 2 + length));
  }
}

/** What browsers of today accept. */
export const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** The bytes of a request with a body. */
export function requestBytes(path: string, headers: Record<string, string>, body: Buffer): Buffer {
  const text = requestText(path, { ...headers, 'content-length': String(body.length) });
  return Buffer.concat([Buffer.from(`POST${text.slice(3)}`), body]);
}

/** The text of a request without a body. */
export function requestText(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
