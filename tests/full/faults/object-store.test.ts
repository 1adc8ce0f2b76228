import { randomBytes, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStorage } from '#server/storage/create-storage.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { expectNoInside, MULTIPART, multipart, send } from '#tests/faults/faults.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { startEnquiryLoad } from './enquiry-load.ts';
import { IS_LONG, recordFault, RETRY, roundsOf } from './fault-table.ts';
import { type Said, type Asked, type Behaviour, startStoreGate } from './store-gate.ts';
import { filesIn, type StoredFiles, verifyEnquiries } from './verify-enquiries.ts';

const ROUNDS = roundsOf({ short: 1, long: 5 });
/** Of enquiries before and after each fault. */
const MANY = roundsOf({ short: 2, long: 10 });

let database: TestDatabase;
let store: Awaited<ReturnType<typeof startTestS3>>;
/** The store itself, without what comes between. */
let direct: FileStorage;
let files: StoredFiles;
let gate: Awaited<ReturnType<typeof startStoreGate>>;
let site: SiteProcess;
let dataDir: string;
let port: number;

beforeAll(async () => {
  [database, store, dataDir, port] = await Promise.all([
    createTestDatabase(),
    startTestS3(),
    makeDataDir(),
    freePort(),
  ]);
  const { s3 } = store;
  direct = await createStorage({ dataDir: join(dataDir, 'direct'), s3 });
  files = { ...filesIn(direct), list: listUploaded };
  gate = await startStoreGate(s3.endpoint ?? '');
  site = await startSite({
    port,
    dataDir,
    environment: {
      DATABASE_URL: database.url,
      SAMPLE_CONTENT: 'off',
      S3_ENDPOINT: gate.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
  });
});
afterAll(async () => {
  await site?.end('SIGTERM');
  await gate?.close();
  await store?.stop();
  await database?.destroy();
  await rm(dataDir, { recursive: true, force: true });
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

/** Changes an upload on its way to the store. */
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
  /** Whether files are taken meanwhile. */
  takesFiles?: boolean;
  isInShortForm?: boolean;
};

function behaving(fault: string, behaviour: Behaviour): Fault {
  return { fault, begin: () => gate.behave(behaviour) };
}

const FAULTS: Fault[] = [
  {
    fault: 'object store down',
    begin: () => gate.close(),
    end: () => gate.open(),
    isInShortForm: true,
  },
  { ...behaving('object store silent', () => Promise.resolve(null)), isInShortForm: true },
  { ...behaving('object store slow', dawdling), takesFiles: true },
  { ...behaving('object store receives other bytes', altering), isInShortForm: true },
  behaving('object store receives half', shortening),
  behaving('object store stores and says 500', denying),
  { ...behaving('object store says 404 for what it has', forgetting), takesFiles: true },
  {
    ...behaving('object store gives other bytes back', garbling),
    takesFiles: true,
    isInShortForm: true,
  },
  { ...behaving('object store cuts what it gives back', cutting), takesFiles: true },
];

function upload(key: string) {
  const value = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20_000)]);
  return send(port, {
    path: '/api/order-attachments',
    headers: [MULTIPART, ['idempotency-key', key]],
    body: multipart([{ name: 'file', fileName: 'plan.pdf', value }]),
  });
}

async function expectOthersServed(): Promise<void> {
  const message = send(port, {
    path: '/api/contact-messages',
    headers: [
      ['content-type', 'application/json'],
      ['idempotency-key', randomUUID()],
    ],
    body: JSON.stringify(buildMessageInput({ message: `Could we meet? ${randomUUID()}` })),
  });
  const pages = ['/order', '/readyz'].map((path) => send(port, { method: 'GET', path }));
  const responses = await Promise.all([message, ...pages]);
  expect(responses.map(({ status }) => status)).toEqual([201, 200, 200]);
}

async function expectFileRejected(): Promise<void> {
  const rejected = await upload(randomUUID());
  expect(rejected.status, rejected.body).toBe(503);
  expect(JSON.parse(rejected.body).error.code).toBe('UNAVAILABLE');
  expect(rejected.headers.get('retry-after')).toBe('10');
  expectNoInside(rejected);
  expect(rejected.ms).toBeLessThan(15_000);
}

async function endure({ fault, begin, end, takesFiles = false }: Fault): Promise<void> {
  const load = startEnquiryLoad({ url: site.url, senders: 4, orders: 1, maxFileBytes: 60_000 });
  const recoveryMs: number[] = [];
  const untilAcknowledged = async () => {
    const start = performance.now();
    await expect
      .poll(() => load.acknowledgedSince(start), { timeout: 60_000 })
      .toBeGreaterThan(MANY);
  };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await untilAcknowledged();
      await begin();
      try {
        await expectOthersServed();
        await (takesFiles ? untilAcknowledged() : expectFileRejected());
      } finally {
        gate.behave();
        await end?.();
      }
      recoveryMs.push(await load.recovery(performance.now()));
    }
    await untilAcknowledged();
  } finally {
    await load.stop();
  }
  await gate.settle();
  const { problems, ...outcome } = await verifyEnquiries(load, { db: database.db, dataDir, files });
  await recordFault({ fault, rounds: ROUNDS, ...outcome, recoveryMs });
  expect(problems).toEqual([]);
  expect([...load.failures.keys()].filter((status) => status !== 503)).toEqual([]);
}

describe('an object store that cannot be relied on', { retry: RETRY, timeout: 600_000 }, () => {
  it.each(FAULTS.filter(({ isInShortForm }) => IS_LONG || isInShortForm))(
    'loses no acknowledged file: $fault',
    endure,
  );

  it('never has a damaged file given out as a whole one', async () => {
    const row = await database.db
      .selectFrom('orderAttachments')
      .select(['id', 'orderId', 'path'])
      .where('status', '=', 'claimed')
      .executeTakeFirstOrThrow();
    const { token } = await signInForTest(database.db);
    const download = async () => {
      const url = `${site.url}/api/admin/orders/${row.orderId}/files/${row.id}`;
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
    const s3 = { ...store.s3, endpoint: gate.endpoint };
    const storage = await createStorage({ dataDir: join(dataDir, 'large'), s3 });
    const file = join(storage.temporaryDir, `${randomUUID()}.part`);
    await writeFile(file, randomBytes(17 * 1024 * 1024));
    const path = `order-attachments/1-${randomUUID()}.pdf`;
    gate.behave(altering);
    try {
      const moving = storage.moveIn(file, path, 'application/pdf');
      await expect(moving).rejects.toMatchObject({ name: 'BadDigest' });
    } finally {
      gate.behave();
    }
    expect(await files.read(path)).toBeNull();
    await rm(file);
  });

  const isCompletion = ({ method, path }: Asked) => method === 'POST' && path.includes('uploadId=');
  const unsaid = '<?xml version="1.0"?><Error><Code>InternalError</Code></Error>';

  it.each<[string, Behaviour]>([
    ['500 before', (asked, pass) => (isCompletion(asked) ? Promise.resolve(failed) : pass())],
    [
      '500 after it was',
      async (asked, pass) => {
        const said = await pass();
        return isCompletion(asked) ? failed : said;
      },
    ],
    [
      '200 with an error in it',
      (asked, pass) =>
        isCompletion(asked)
          ? Promise.resolve({ status: 200, headers: {}, body: Buffer.from(unsaid) })
          : pass(),
    ],
  ])('is stored or not, when the completion is answered with %s', async (_, behaviour) => {
    const s3 = { ...store.s3, endpoint: gate.endpoint };
    const storage = await createStorage({ dataDir: join(dataDir, 'large'), s3 });
    const path = `order-attachments/1-${randomUUID()}.pdf`;
    const bytes = randomBytes(17 * 1024 * 1024);
    const file = join(storage.temporaryDir, `${randomUUID()}.part`);
    await writeFile(file, bytes);
    gate.behave(behaviour);
    try {
      await expect(storage.moveIn(file, path, 'application/pdf')).rejects.toThrow();
    } finally {
      gate.behave();
    }
    const left = await files.read(path);
    expect(left === null || left.equals(bytes)).toBe(true);
    await storage.moveIn(file, path, 'application/pdf');
    expect((await files.read(path))?.equals(bytes)).toBe(true);
    await storage.remove(path);
  });
});
