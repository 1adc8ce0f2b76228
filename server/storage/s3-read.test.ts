import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import { createS3Storage } from './s3-storage.ts';
import type { ByteRange, StorageDriver } from './storage.ts';

const SILENCE_MS = 200;
const LONGER_MS = 2 * SILENCE_MS;
const PATH = 'media/logos/1-large.png';
/** More than the system keeps of a connection from which nobody reads. */
const BYTES = randomBytes(12 * 1024 * 1024);
const FEW = BYTES.subarray(0, 1_000);

async function openFile(storage: StorageDriver, part?: ByteRange) {
  const file = await storage.open(PATH, part);
  if (!file) throw new Error('there is no file');
  return file;
}

describe('a reader that pauses for longer than the store may be silent', () => {
  let server: Awaited<ReturnType<typeof startTestS3>>;
  let patient: StorageDriver;
  let storage: StorageDriver;
  beforeAll(async () => {
    server = await startTestS3();
    patient = createS3Storage(server.s3);
    storage = createS3Storage(server.s3, { silenceMs: SILENCE_MS });
  });
  afterAll(() => server.stop());
  beforeEach(() => patient.write(PATH, BYTES, 'image/png'));

  /** Pauses before the first piece and in the middle. */
  async function readSlowly(stream: Readable, meanwhile = async () => {}): Promise<Buffer> {
    const chunks: Buffer[] = [];
    await pause(LONGER_MS);
    for await (const chunk of stream) {
      if (chunks.push(chunk as Buffer) !== 20) continue;
      await meanwhile();
      await pause(LONGER_MS);
    }
    return Buffer.concat(chunks);
  }

  it.each([undefined, { first: 1_000_001, last: BYTES.length - 7 }])(
    'gets every byte once, of %j',
    async (part) => {
      const expected = BYTES.subarray(part?.first ?? 0, (part?.last ?? BYTES.length - 1) + 1);
      const file = await openFile(storage, part);
      expect(file.size).toBe(expected.length);
      expect((await readSlowly(file.stream)).equals(expected)).toBe(true);
    },
  );

  it('gets no mixture of two files, also from a store that ignores If-Match', async () => {
    const { stream } = await openFile(storage);
    const other = Buffer.from(BYTES.toReversed());
    const replace = () => patient.write(PATH, other, 'image/png');
    await expect(readSlowly(stream, replace)).rejects.toThrow('another file');
  });

  it('fails when the file is gone meanwhile', async () => {
    const { stream } = await openFile(storage);
    const reading = readSlowly(stream, () => patient.remove(PATH));
    await expect(reading).rejects.toMatchObject({ name: 'NoSuchKey' });
  });
});

type Respond = (response: ServerResponse, request: Pick<IncomingMessage, 'headers'>) => void;
type Store = { storage: StorageDriver; asked: IncomingHttpHeaders[]; sockets: Set<Socket> };

/** A store that responds to each request as it is told; the last way stays. */
async function withStore(
  { ways, silenceMs = SILENCE_MS }: { ways: Respond[]; silenceMs?: number },
  use: (store: Store) => Promise<void>,
): Promise<void> {
  const asked: IncomingHttpHeaders[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    asked.push(request.headers);
    (ways[asked.length - 1] ?? ways.at(-1))?.(response, request);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = { region: 'r', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's', endpoint };
  try {
    await use({ storage: createS3Storage(access, { silenceMs }), asked, sockets });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Responds with the bytes that are asked for; after `count` of them comes nothing more, or the connection breaks. */
function send(bytes: Buffer, count = bytes.length, isSilentThen = false): Respond {
  return (response, { headers }) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const [from, to] = [Number(first ?? 0), Number(last ?? bytes.length - 1)];
    response.writeHead(first === undefined ? 200 : 206, {
      etag: '"one"',
      'content-length': to + 1 - from,
      ...(first === undefined ? {} : { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
    });
    const sent = bytes.subarray(from, Math.min(to + 1, from + count));
    const isBroken = !isSilentThen && sent.length <= to - from;
    response.write(sent, () => isBroken && response.destroy());
  };
}

const keepSilent: Respond = () => {};
const CLOSE = { connection: 'close' };

describe('a store that breaks off', () => {
  it('is asked for the rest of the same file', async () => {
    const ways = [send(FEW, 300), send(FEW, 1), send(FEW, 0), send(FEW)];
    await withStore({ ways }, async ({ storage, asked }) => {
      const file = await openFile(storage, { first: 100, last: 899 });
      expect((await buffer(file.stream)).equals(FEW.subarray(100, 900))).toBe(true);
      expect(asked.map((headers) => [headers.range, headers['if-match']])).toEqual([
        ['bytes=100-899', undefined],
        ...[400, 401, 401].map((from) => [`bytes=${from}-899`, '"one"']),
      ]);
    });
  });

  it.each<[string, Respond, string, number]>([
    ['breaks off at once each time', send(FEW, 0), 'aborted', 3],
    ['never sends a byte of it', send(FEW, 0, true), 'timed out', 3],
    ['does not respond', keepSilent, 'timed out', 2],
    ['sends all of it again', (response) => send(FEW)(response, { headers: {} }), 'another', 2],
    ['has another file', (response) => response.writeHead(412, CLOSE).end(), 'Unknown', 2],
  ])('fails the reader when it %s', async (_, respond, message, requests) => {
    await withStore({ ways: [send(FEW, 300), respond] }, async ({ storage, asked, sockets }) => {
      const { stream } = await openFile(storage);
      await expect(buffer(stream)).rejects.toThrow(message);
      expect(asked).toHaveLength(requests);
      await expect.poll(() => sockets.size).toBe(0);
    });
  });

  it.each<[string, Respond[], number]>([
    ['before the first byte', [send(BYTES)], 0],
    ['in the middle', [send(BYTES)], 1],
    ['while the store is asked for the rest', [send(FEW, 300), keepSilent], 2],
  ])('is left at once when the reader goes away %s', async (_, ways, step) => {
    await withStore({ ways, silenceMs: 60_000 }, async ({ storage, asked, sockets }) => {
      const { stream } = await openFile(storage);
      stream.on('error', () => {});
      if (step > 0) await once(stream, 'readable');
      if (step === 2) {
        stream.resume();
        await expect.poll(() => asked.length).toBe(2);
      }
      expect(sockets.size).toBe(1);
      stream.destroy();
      await expect.poll(() => sockets.size, { timeout: 1_000 }).toBe(0);
    });
  });
});

it('fails the reader of a whole file that does not fit the checksum of its upload', async () => {
  const headers = { 'content-length': FEW.length, 'x-amz-checksum-crc32': 'AAAAAA==' };
  const damaged: Respond = (response) => response.writeHead(200, headers).end(FEW);
  await withStore({ ways: [damaged] }, async ({ storage, asked }) => {
    const { stream } = await openFile(storage);
    await expect(buffer(stream)).rejects.toThrow('not what it was when it came');
    expect(asked.map((request) => request['x-amz-checksum-mode'])).toEqual(['ENABLED']);
  });
});
