import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type RequestHeaders = Record<string, string>;

/** A request; with a body it is a POST. */
export type Asked = { path: string; headers?: RequestHeaders; body?: string | Buffer };

export type SentResponse = {
  status: number;
  headers: Headers;
  body: Buffer;
  /** Size as sent, with its head. */
  bytes: number;
  /** Whether the server closes the connection after it. */
  isLast: boolean;
};

export type Connection = {
  /** Sends a request and reads its whole response; null when the connection was closed instead. */
  ask(asked: Asked): Promise<SentResponse | null>;
  close(): void;
};

/** The server's and the client's address; by default both are this machine's. */
type Ends = { host?: string; localAddress?: () => string | undefined };

/** A connection that is reopened after the server has closed it. */
export function openConnection(
  port: number,
  { host = '127.0.0.1', localAddress = () => undefined }: Ends = {},
): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let address: string | undefined;

  async function send({ path, headers, body }: Asked): Promise<SentResponse> {
    address ??= localAddress();
    const sent = request({
      agent,
      host,
      port,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { host: 'localhost', ...headers },
      ...(address !== undefined && { localAddress: address }),
    });
    sent.on('error', () => undefined);
    sent.end(body);
    const [socket] = await once(sent, 'socket');
    const before = socket.bytesRead;
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return {
      status: response.statusCode ?? 0,
      headers: new Headers(response.headers as Record<string, string>),
      body: await buffer(response),
      bytes: socket.bytesRead - before,
      isLast: response.headers.connection === 'close',
    };
  }

  return {
    async ask(asked) {
      const response = await send(asked).catch(() => null);
      if (!response || response.isLast) address = undefined;
      return response;
    },
    close: () => agent.destroy(),
  };
}

export const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd' };

export function buildJsonPost(path: string, headers: RequestHeaders, body: object): Asked {
  const all = { 'content-type': 'application/json', ...headers };
  return { path, headers: all, body: JSON.stringify(body) };
}

const BOUNDARY = 'vitrin-bench-boundary';
const FILE_HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="plan.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
const SIGNATURE = '%PDF-1.7\n';

/** The upload of an order's attachment, whose first bytes become those of a PDF. */
export function buildUpload(headers: RequestHeaders, file: Buffer): Asked {
  const start = Buffer.from(FILE_HEAD + SIGNATURE);
  const end = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  return {
    path: '/api/order-attachments',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    body: Buffer.concat([start, file.subarray(SIGNATURE.length), end]),
  };
}
