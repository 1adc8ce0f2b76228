import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import { partBytes } from '#server/storage/s3-parts.ts';
import { openTarget } from './open-target.ts';
import { s3Target } from './s3-target.ts';

const OPTIONS = { now: new Date('2026-11-24T03:00:05Z'), isEncrypted: false };
const NAME = 'vitrin-20261124T030005Z.tar';

const server = await startTestS3();
afterAll(() => server.stop());

async function* inPieces(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 300_000) {
    yield bytes.subarray(start, start + 300_000);
  }
}

it('stores an archive in parts under the name of its moment, and reads, lists and removes it', async () => {
  const bytes = randomBytes(19_000_001);
  const target = await openTarget('s3://vitrin/backups/site', server.s3);
  await expect(target.open()).rejects.toThrow('There is no backup at');
  const written = await target.write(inPieces(bytes), OPTIONS);
  expect(written).toEqual({ place: `s3://vitrin/backups/site/${NAME}`, size: bytes.length });
  await expect(target.write(inPieces(bytes), OPTIONS)).rejects.toThrow('exists already');
  for (const place of ['s3://vitrin/backups/site/', written.place]) {
    const archive = await (await openTarget(place, server.s3)).open();
    expect(archive).toMatchObject(written);
    expect((await buffer(archive.read())).equals(bytes)).toBe(true);
  }
  const place = 's3://vitrin/x/mine.tar';
  const mine = await openTarget(place, server.s3);
  const small = await mine.write(inPieces(Buffer.from('small')), OPTIONS);
  expect(small).toEqual({ place, size: 5 });
  expect(await target.list()).toEqual([NAME]);
  await target.remove(NAME);
  expect(await target.list()).toEqual([]);
});

it('has the ledger of erasures beside the backups', async () => {
  const folder = await openTarget('s3://vitrin/ledger', server.s3);
  const file = await openTarget('s3://vitrin/ledger/mine.tar', server.s3);
  expect(await folder.readLedger()).toBeNull();
  await file.writeLedger('one\n');
  expect(await folder.readLedger()).toBe('one\n');
  expect(await folder.list()).toEqual([]);
});

it('leaves nothing when the archive fails, and needs the keys', async () => {
  async function* failing() {
    yield randomBytes(9_000_000);
    throw new Error('the disk is gone');
  }
  const target = await openTarget('s3://vitrin/failing', server.s3);
  await expect(target.write(failing(), OPTIONS)).rejects.toThrow('the disk is gone');
  expect(await target.list()).toEqual([]);
  await expect(openTarget('s3://vitrin/x', null)).rejects.toThrow('S3_ACCESS_KEY_ID');
});

it('goes on reading where a connection broke', async () => {
  const bytes = randomBytes(3_000_000);
  await s3Target('s3://vitrin/broken', server.s3).write(inPieces(bytes), OPTIONS);
  let broken = 0;
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const onward = request(new URL(url ?? '', server.s3.endpoint ?? ''), { method, headers });
    onward.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      if (broken < 3 && url?.includes('x-id=GetObject')) {
        broken += 1;
        response.once('data', (chunk: Buffer) => {
          outgoing.write(chunk, () => outgoing.destroy());
        });
      } else response.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  const access = { ...server.s3, endpoint: `http://127.0.0.1:${port}` };
  const archive = await s3Target('s3://vitrin/broken', access).open();
  expect((await buffer(archive.read())).equals(bytes)).toBe(true);
  expect(broken).toBe(3);
  proxy.close();
});

it('takes 440 GiB in 10,000 parts, and little memory for a small one', () => {
  const sizes = Array.from({ length: 10_000 }, (_, index) => partBytes(index + 1));
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1024 ** 3).toBeGreaterThan(425);
  expect([sizes[0], sizes[999], sizes[1_000]]).toEqual([8, 8, 16].map((mib) => mib * 1024 ** 2));
});
