import { ReadableStream } from 'node:stream/web';
import { errorText } from '#server/lib/files.ts';
import { DamagedBytesError } from './read-archive.ts';

const MAGIC = Buffer.from('age-encryption.org/v1\n');
const CHUNK_BYTES = 64 * 1024;

// Most processes neither make nor read an encrypted archive, and the curves of the library take 4 MB.
const loadAge = () => import('age-encryption');

export async function makeBackupKey(): Promise<string> {
  const { generateX25519Identity } = await loadAge();
  return generateX25519Identity();
}

async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) {
      yield bytes.subarray(start, start + CHUNK_BYTES);
    }
  }
}

// No read-ahead: the bytes before a damaged one are passed on first.
function toWeb(source: AsyncIterable<Uint8Array>): globalThis.ReadableStream<Uint8Array> {
  const iterator = inChunks(source)[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.(undefined);
      },
    },
    { highWaterMark: 0 },
  ) as globalThis.ReadableStream<Uint8Array>;
}

function fromWeb(stream: globalThis.ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return stream;
}

export async function* encrypt(
  source: AsyncIterable<Uint8Array>,
  key: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { Encrypter, identityToRecipient } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  yield* fromWeb(await encrypter.encrypt(toWeb(source)));
}

async function readHead(iterator: AsyncIterator<Uint8Array>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < MAGIC.length) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}

async function* join(
  head: Uint8Array,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (head.byteLength > 0) yield head;
    for (;;) {
      const { done, value } = await iterator.next();
      if (done === true) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Without a key, passes an unencrypted archive through. With one, rejects it: only a holder of the key can have encrypted an archive. */
export async function* decrypt(
  source: AsyncIterable<Uint8Array>,
  key: string | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  const head = await readHead(iterator);
  const bytes = join(head, iterator);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) {
    if (key === null) {
      yield* bytes;
      return;
    }
    await iterator.return?.();
    throw new Error(
      'The archive is not encrypted although BACKUP_KEY is set: anyone can have written it. If you know where it comes from, add --accept-unencrypted.',
    );
  }
  if (key === null) {
    throw new Error('The archive is encrypted: BACKUP_KEY must be the key that it was made with.');
  }
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  // Errors of the source pass unchanged.
  let failure: unknown;
  const watched = (async function* () {
    try {
      yield* bytes;
    } catch (error) {
      failure = error;
      throw error;
    }
  })();
  try {
    yield* fromWeb(await decrypter.decrypt(toWeb(watched)));
  } catch (error) {
    if (failure !== undefined) throw failure;
    const text = errorText(error);
    if (/no identity matched/.test(text)) {
      throw new Error('BACKUP_KEY is not the key that the archive was made with.', {
        cause: error,
      });
    }
    throw new DamagedBytesError(`cannot be decrypted (${text})`, { cause: error });
  }
}
