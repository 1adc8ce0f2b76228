import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as ask,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

export type Said = {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** After so many bytes of the body the connection is cut. */
  cutAt?: number;
};

export type Asked = { method: string; path: string };

/** What comes between a request and its response; null is no response at all. */
export type Behaviour = (
  asked: Asked,
  pass: (change?: (body: Buffer) => Buffer) => Promise<Said>,
) => Promise<Said | null>;

const honest: Behaviour = (_, pass) => pass();

const BAD_DIGEST = Buffer.from('<?xml version="1.0"?><Error><Code>BadDigest</Code></Error>');

/** As S3 does; the server of the tests ignores checksums. */
function isDamaged(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const sha256 = headers['x-amz-checksum-sha256'];
  const crc = headers['x-amz-checksum-crc32'];
  if (sha256 !== undefined) return sha256 !== createHash('sha256').update(body).digest('base64');
  return crc !== undefined && Buffer.from(String(crc), 'base64').readUInt32BE() !== crc32(body);
}

async function passOn(request: IncomingMessage, body: Buffer, target: URL): Promise<Said> {
  const { method = 'GET', url = '/', headers } = request;
  if (isDamaged(headers, body)) return { status: 400, headers: {}, body: BAD_DIGEST };
  const upstream = ask({ host: target.hostname, port: target.port, method, path: url, headers });
  upstream.end(body);
  const [response] = (await once(upstream, 'response')) as [IncomingMessage];
  const received = method === 'HEAD' ? Buffer.alloc(0) : await buffer(response);
  return { status: response.statusCode ?? 500, headers: response.headers, body: received };
}

function say(response: ServerResponse, { status, headers, body, cutAt }: Said): void {
  response.writeHead(status, headers);
  if (cutAt === undefined) response.end(body);
  else response.write(body.subarray(0, cutAt), () => response.destroy());
}

export async function startStoreGate(endpoint: string) {
  const target = new URL(endpoint);
  let behaviour = honest;
  const uploaded = new Set<string>();
  /** What is asked about one object is done in this order, also when nobody waits for the response any more. */
  const lastOf = new Map<string, Promise<unknown>>();
  const inOrder = <T>(path: string, work: () => Promise<T>): Promise<T> => {
    const next = (lastOf.get(path) ?? Promise.resolve()).then(work);
    lastOf.set(
      path,
      next.catch(() => undefined),
    );
    return next;
  };
  const server = createServer((request, response) => {
    async function handle(): Promise<void> {
      const body = await buffer(request);
      const asked = { method: request.method ?? '', path: request.url ?? '' };
      const current = behaviour;
      if (asked.method === 'PUT') uploaded.add(asked.path.split('?')[0] ?? '');
      const said = await inOrder(asked.path.split('?')[0] ?? '', () =>
        current(asked, (change = (bytes) => bytes) => passOn(request, change(body), target)),
      );
      if (said) say(response, said);
    }
    handle().catch(() => response.destroy());
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    behave(next: Behaviour = honest): void {
      behaviour = next;
      // What waits for a response gets none any more.
      server.closeAllConnections();
    },
    uploaded,
    settle: () => Promise.all(lastOf.values()),
    open: () => listen(port),
    close,
  };
}
