import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listenForTest, openSocket } from '#tests/support/http/sockets.ts';
import { readShared } from './shared-reads.ts';

const LARGE = 20_000_000;

type Pair = { client: Socket; reads: Buffer[]; accepted: Socket; stop: () => void };

async function openPair(prepare: (accepted: Socket) => void = () => {}): Promise<Pair> {
  const reads: Buffer[] = [];
  const server = createServer();
  const port = await listenForTest(server);
  const pair = new Promise<Pick<Pair, 'accepted' | 'stop'>>((resolve) => {
    server.once('connection', (accepted: Socket) => {
      prepare(accepted);
      resolve({ accepted, stop: readShared(accepted, (bytes) => reads.push(bytes)) });
    });
  });
  return { client: await openSocket(port), reads, ...(await pair) };
}

describe('reading in shared memory', () => {
  it('needs no memory of its own for a read or a connection, and tells the end of one', async () => {
    const one = await openPair();
    const other = await openPair();
    one.client.write('first');
    await expect.poll(() => one.reads.map(String)).toEqual(['first']);
    other.client.write('other');
    await expect.poll(() => other.reads.map(String)).toEqual(['other']);
    one.client.write('second');
    await expect.poll(() => one.reads).toHaveLength(2);
    const memory = new Set([...one.reads, ...other.reads].map((bytes) => bytes.buffer));
    expect(memory.size).toBe(1);
    expect(one.reads.at(-1)?.toString()).toBe('second');
    other.client.end('last');
    await once(other.accepted, 'end');
    expect(other.reads.at(-1)?.toString()).toBe('last');
    other.accepted.end();
  });

  it('gives a stopped connection memory that nobody else writes into', async () => {
    const one = await openPair();
    const other = await openPair();
    one.client.write('read');
    await expect.poll(() => one.reads).toHaveLength(1);
    one.stop();
    const received = text(one.accepted);
    one.client.write('not ');
    await pause(20);
    other.client.write('XXXXXXXX');
    await expect.poll(() => other.reads).toHaveLength(1);
    one.client.end('touched');
    expect(await received).toBe('not touched');
    expect(one.reads).toHaveLength(1);
  });

  it('takes no more of a stopped connection than somebody reads', async () => {
    const pair = await openPair();
    pair.stop();
    const bytes = Buffer.alloc(LARGE, 'abcdefg');
    pair.client.end(bytes);
    await pause(200);
    expect(pair.accepted.readableLength).toBeGreaterThan(0);
    expect(pair.accepted.readableLength).toBeLessThan(LARGE / 10);
    expect((await buffer(pair.accepted)).equals(bytes)).toBe(true);
  });

  it('is left out where Node does not offer it', async () => {
    const pair = await openPair((accepted) => {
      const { _handle: handle } = accepted as unknown as { _handle: object };
      Object.assign(handle, { useUserBuffer: undefined });
    });
    for (const [index, piece] of ['one', 'two'].entries()) {
      pair.client.write(piece);
      await expect.poll(() => pair.reads).toHaveLength(index + 1);
    }
    expect(pair.reads.map(String)).toEqual(['one', 'two']);
    pair.stop();
    pair.accepted.resume();
    pair.client.end('three');
    await once(pair.accepted, 'end');
    expect(pair.reads).toHaveLength(2);
  });
});
