import { randomBytes, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStorage } from '#server/storage/create-storage.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { expectNoInside, get, postMessage, uploadFile } from '#tests/faults/faults.ts';
import { type Place, s3Settings, startPlace } from '#tests/faults/place.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { IS_LONG, RETRY, roundsOf } from './fault-table.ts';
import { type Said, type Asked, type Behaviour, startStoreGate } from './store-gate.ts';
import { runUnderLoad } from './under-load.ts';
import { filesIn, type StoredFiles } from './verify-enquiries.ts';

const MANY = roundsOf({ short: 2, long: 10 });

let database: TestDatabase;
let store: Awaited<ReturnType<typeof startTestS3>>;
let direct: FileStorage;
let files: StoredFiles;
let gate: Awaited<ReturnType<typeof startStoreGate>>;
let place: Place;

beforeAll(async () => {
  [database, store] = await Promise.all([createTestDatabase(), startTestS3()]);
  gate = await startStoreGate(store.s3.endpoint ?? '');
  const s3 = { ...store.s3, endpoint: gate.endpoint };
  place = await startPlace({ DATABASE_URL: database.url, ...s3Settings(s3) });
  direct = await createStorage({ dataDir: join(place.dataDir, 'direct'), s3: store.s3 });
  files = { ...filesIn(direct), list: listUploaded };
});
afterAll(async () => {
  await place?.stop();
  await gate?.close();
  await store?.stop();
  await database?.destroy();
});

/** The server of the tests lists a thousand objects at the most: what is behind them takes a cipher that OpenSSL has no more. */
async function listUploaded(): Promise<string[]> {
  const there: string[] = [];
  for (const path of [...gate.uploaded].map((each) => pathOf({ path: each }))) {
    if ((await direct.sizeOf(path)) !== null) there.push(path);
  }
  return there;
}

const pathOf = ({ path }: Pick<Asked, 'path'>) =>
  decodeURIComponent(path.split('?')[0] ?? '').slice('/vitrin/'.length);

function sending(change: (bytes: Buffer) => Buffer): Behaviour {
  return (asked, pass) => pass(asked.method === 'PUT' ? change : undefined);
}

/** Changes what comes back when a file or a part of it is read. */
function reading(change: (said: Said) => Said): Behaviour {
  return async (asked, pass) => {
    const said = await pass();
    return asked.method === 'GET' && said.status < 300 ? change(said) : said;
  };
}

function flip(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  changed[middle] = ~(changed[middle] ?? 0);
  return changed;
}

const notFound: Said = { status: 404, headers: {}, body: Buffer.alloc(0) };
const failed: Said = { status: 500, headers: {}, body: Buffer.alloc(0) };

const altering = sending(flip);
const shortening = sending((bytes) => bytes.subarray(0, bytes.length / 2));
const forgetting = reading(() => notFound);
const garbling = reading((said) => ({ ...said, body: flip(said.body) }));
const cutting = reading((said) => ({ ...said, cutAt: said.body.length / 2 }));
const shrinking = reading(({ headers, body, ...said }) => {
  const half = body.subarray(0, body.length / 2);
  return { ...said, headers: { ...headers, 'content-length': half.length }, body: half };
});

/** Stores it, and says that it has failed. */
const denying: Behaviour = async (asked, pass) => {
  const said = await pass();
  return asked.method === 'PUT' ? failed : said;
};
const dawdling: Behaviour = async (_, pass) => {
  await pause(1_000);
  return pass();
};

type Fault = {
  fault: string;
  begin: () => void | Promise<void>;
  end?: () => void | Promise<void>;
  /** Whether files are accepted meanwhile. */
  takesFiles?: boolean;
};

const behaving = (fault: string, behaviour: Behaviour, takesFiles = false): Fault => ({
  fault,
  begin: () => gate.behave(behaviour),
  takesFiles,
});

const SHORT: Fault[] = [
  { fault: 'object store down', begin: () => gate.close(), end: () => gate.open() },
  behaving('object store silent', () => Promise.resolve(null)),
  behaving('object store receives other bytes', altering),
  behaving('object store gives other bytes back', garbling, true),
];

const LONG: Fault[] = [
  behaving('object store slow', dawdling, true),
  behaving('object store receives half', shortening),
  behaving('object store stores and says 500', denying),
  behaving('object store says 404 for what it has', forgetting, true),
  behaving('object store cuts what it gives back', cutting, true),
];

async function expectOthersServed(): Promise<void> {
  const pages = ['/order', '/readyz'].map((path) => get(place.port, path));
  const responses = await Promise.all([postMessage(place.port), ...pages]);
  expect(responses.map(({ status }) => status)).toEqual([201, 200, 200]);
}

async function expectFileRejected(): Promise<void> {
  const value = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20_000)]);
  const rejected = await uploadFile(place.port, randomUUID(), value);
  expect(rejected.status, rejected.body).toBe(503);
  expect(JSON.parse(rejected.body).error.code).toBe('UNAVAILABLE');
  expect(rejected.headers.get('retry-after')).toBe('10');
  expectNoInside(rejected);
  expect(rejected.ms).toBeLessThan(15_000);
}

async function endure({ fault, begin, end, takesFiles = false }: Fault): Promise<void> {
  const { load } = await runUnderLoad({
    fault,
    rounds: roundsOf({ short: 1, long: 5 }),
    place,
    files,
    load: { senders: 4, orders: 1, maxFileBytes: 60_000 },
    between: MANY,
    async breakAndMend(current) {
      await begin();
      try {
        await expectOthersServed();
        await (takesFiles ? current.untilAcknowledged(MANY) : expectFileRejected());
      } finally {
        gate.behave();
        await end?.();
      }
    },
    settle: () => gate.settle(),
  });
  expect(load.failuresExcept(503)).toEqual([]);
}

async function prepareLargeFile() {
  const s3 = { ...store.s3, endpoint: gate.endpoint };
  const storage = await createStorage({ dataDir: join(place.dataDir, 'large'), s3 });
  const path = `order-attachments/1-${randomUUID()}.pdf`;
  const bytes = randomBytes(17 * 1024 * 1024);
  const file = join(storage.temporaryDir, `${randomUUID()}.part`);
  await writeFile(file, bytes);
  const moveIn = () => storage.moveIn(file, path, 'application/pdf');
  return { path, bytes, file, storage, moveIn };
}

describe('an object store that cannot be relied on', { retry: RETRY, timeout: 600_000 }, () => {
  it.each([...SHORT, ...(IS_LONG ? LONG : [])])('loses no acknowledged file: $fault', endure);

  it('never has a damaged file given out as a whole one', async () => {
    const row = await database.db
      .selectFrom('orderAttachments')
      .select(['id', 'orderId', 'path'])
      .where('status', '=', 'claimed')
      .executeTakeFirstOrThrow();
    const { token } = await signInForTest(database.db);
    const download = async () => {
      const url = `${place.url}/api/admin/orders/${row.orderId}/files/${row.id}`;
      const response = await fetch(url, { headers: { 'x-admin-session': token } });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    expect(await download()).toEqual({ status: 200, bytes: await files.read(row.path) });
    for (const behaviour of [garbling, cutting]) {
      gate.behave(behaviour);
      await expect(download()).rejects.toThrow('terminated');
    }
    gate.behave(shrinking);
    expect((await download()).status).toBe(503);
    gate.behave(forgetting);
    expect((await download()).status).toBe(404);
    gate.behave();
    expect((await download()).status).toBe(200);
  });
});

describe('a large file in parts', { retry: RETRY }, () => {
  it('is not stored when a part is changed on its way', async () => {
    const { path, file, moveIn } = await prepareLargeFile();
    gate.behave(altering);
    await expect(moveIn().finally(() => gate.behave())).rejects.toMatchObject({
      name: 'BadDigest',
    });
    expect(await files.read(path)).toBeNull();
    await rm(file);
  });

  const isCompletion = ({ method, path }: Asked) => method === 'POST' && path.includes('uploadId=');
  const error = Buffer.from('<?xml version="1.0"?><Error><Code>InternalError</Code></Error>');
  const failedQuietly: Said = { status: 200, headers: {}, body: error };
  const completing =
    (complete: Behaviour): Behaviour =>
    (asked, pass) =>
      isCompletion(asked) ? complete(asked, pass) : pass();

  it.each<[string, Behaviour]>([
    ['500 before', completing(() => Promise.resolve(failed))],
    ['500 after it was', completing((_, pass) => pass().then(() => failed))],
    ['200 with an error in it', completing(() => Promise.resolve(failedQuietly))],
  ])('is stored or not, when the completion is answered with %s', async (_, behaviour) => {
    const { path, bytes, storage, moveIn } = await prepareLargeFile();
    gate.behave(behaviour);
    await expect(moveIn().finally(() => gate.behave())).rejects.toThrow();
    const left = await files.read(path);
    expect(left === null || left.equals(bytes)).toBe(true);
    await moveIn();
    expect((await files.read(path))?.equals(bytes)).toBe(true);
    await storage.remove(path);
  });
});
