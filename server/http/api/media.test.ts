import { Transform } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStorage } from '#server/storage/create-storage.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { createTestStorage } from '#tests/support/leads.ts';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import { serveMedia } from './media.ts';

const PATH = '/media/blog/1700000000000-picture.png';
/** Larger than what a stream reads at once. */
const LARGE_PATH = '/media/blog/1700000000000-large.png';
const LARGE = Buffer.alloc(2_000_000, 'x');

let files: Awaited<ReturnType<typeof createTestStorage>>;

beforeAll(async () => {
  files = await createTestStorage();
  await files.storage.write(PATH.slice(1), Buffer.from('0123456789'), 'image/png');
});
afterAll(() => files.destroy());

/** A storage that counts what is read from it. */
function counting(storage: FileStorage): { storage: FileStorage; bytes: () => number } {
  let bytes = 0;
  return {
    bytes: () => bytes,
    storage: {
      ...storage,
      async open(...asked) {
        const file = await storage.open(...asked);
        if (!file) return null;
        const counter = new Transform({
          transform(chunk: Buffer, _encoding, done) {
            bytes += chunk.length;
            done(null, chunk);
          },
        });
        return { ...file, stream: file.stream.pipe(counter) };
      },
    },
  };
}

function get(headers: Record<string, string> = {}, path = PATH): Promise<Response> {
  return serveMedia(files.storage, path, new Request(`http://a.example${path}`, { headers }));
}

it('sends a picture that may be kept for ever and runs nothing', async () => {
  const response = await get();
  expect(await response.text()).toBe('0123456789');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '10',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  });
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  // And the part that a browser asks for, of the version that it has.
  const etag = response.headers.get('etag') ?? '';
  const part = await get({ range: 'bytes=-3', 'if-range': etag });
  expect([part.status, await part.text()]).toEqual([206, '789']);
  expect(part.headers.get('content-range')).toBe('bytes 7-9/10');
});

describe.each(['disk', 's3'] as const)('on %s', (driver) => {
  let server: Awaited<ReturnType<typeof startTestS3>> | null = null;
  let storage: FileStorage;

  beforeAll(async () => {
    server = driver === 's3' ? await startTestS3() : null;
    storage = await createStorage({ dataDir: files.folder, s3: server?.s3 ?? null });
    await storage.write(LARGE_PATH.slice(1), LARGE, 'image/png');
    return () => server?.stop();
  });

  it.each([
    ['one byte', { range: 'bytes=1000000-1000000' }, 206, 1],
    ['the last ten', { range: 'bytes=-10' }, 206, 10],
    ['the rest', { range: 'bytes=1999990-' }, 206, 10],
    ['nothing that there is', { range: 'bytes=2000000-' }, 416, 0],
    ['what the browser has', { 'if-none-match': 'W/"1700000000000-large.png"' }, 304, 0],
    ['two parts at once', { range: 'bytes=0-0,5-9' }, 200, LARGE.length],
    ['a part of another version', { range: 'bytes=0-1', 'if-range': '"old"' }, 200, LARGE.length],
    ['nothing for HEAD', {}, 200, 0, 'HEAD', LARGE.length],
  ])('reads no more than it sends: %s', async (...row) => {
    const [, headers, status, length, method = 'GET', stated = length] = row;
    const counted = counting(storage);
    const request = new Request(`http://a.example${LARGE_PATH}`, { method, headers });
    const response = await serveMedia(counted.storage, LARGE_PATH, request);
    expect(response.status).toBe(status);
    expect(Number(response.headers.get('content-length'))).toBe(stated);
    expect((await response.arrayBuffer()).byteLength).toBe(length);
    expect(counted.bytes()).toBe(length);
  });

  it('does not know a file that is not there', async () => {
    for (const headers of [{}, { range: 'bytes=0-1' }]) {
      const request = new Request('http://a.example/', { headers } as RequestInit);
      const asked = serveMedia(storage, '/media/blog/none.png', request);
      await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await storage.sizeOf('media/blog')).toBeNull();
    expect(await storage.sizeOf('../secret.png')).toBeNull();
  });
});

it('has nothing at other paths', async () => {
  for (const path of ['/media/blog/1700000000000-picture.exe', '/media/../secret.png']) {
    await expect(get({}, path)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});
