import { Readable } from 'node:stream';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { FileStoreError } from '#server/core/errors.ts';
import { nullWhenMissing, sendAgain } from './s3-client.ts';
import type { ByteRange, StoredFile } from './storage.ts';

const MAX_BREAKS = 3;

type Source = { Bucket: string; Key: string };

/** Requests the rest when the body breaks: the client closes connections that a slow reader pauses beyond `silenceMs`. */
export async function openObject(
  client: S3Client,
  source: Source,
  part?: ByteRange,
): Promise<StoredFile | null> {
  const closing = new AbortController();

  async function get(range?: ByteRange, IfMatch?: string) {
    const Range = range && `bytes=${range.first}-${range.last}`;
    const ChecksumMode = range ? undefined : 'ENABLED';
    const command = new GetObjectCommand({ ...source, Range, IfMatch, ChecksumMode });
    const abortSignal = closing.signal;
    const object = await sendAgain(() => client.send(command, { abortSignal }));
    const { Body: body, ContentLength: size } = object;
    if (!(body instanceof Readable) || size === undefined) {
      throw new FileStoreError('the S3 service responded without a body');
    }
    return { ...object, body, size };
  }

  const whole = await get(part).catch(nullWhenMissing);
  if (whole === null) return null;
  const { size, ETag } = whole;

  async function getRest(done: number): Promise<Readable> {
    const first = (part?.first ?? 0) + done;
    const rest = await get({ first, last: first + size - done - 1 }, ETag);
    // Some services ignore one of the headers.
    if (rest.ETag !== ETag || rest.size !== size - done) {
      throw new FileStoreError('the S3 service responded with another file, or another part of it');
    }
    return rest.body;
  }

  async function* read({ body }: { body: Readable }): AsyncGenerator<Buffer, void, undefined> {
    let done = 0;
    for (let breaks = 0; ; body = await getRest(done)) {
      try {
        for await (const chunk of body) {
          const bytes = chunk as Buffer;
          done += bytes.length;
          breaks = 0;
          yield bytes;
        }
        if (done < size) throw new FileStoreError('the S3 service ended its response too early');
      } catch (error) {
        if (error instanceof Error && error.message.startsWith('Checksum mismatch')) {
          throw new FileStoreError('a stored file is not what it was when it came', error);
        }
        breaks += 1;
        if (done < size && (breaks === MAX_BREAKS || closing.signal.aborted)) throw error;
      }
      if (done === size) return;
    }
  }

  const chunks = read(whole);
  const stream = new Readable({
    read() {
      chunks.next().then(
        ({ value }) => this.push(value ?? null),
        (error: Error) => this.destroy(error),
      );
    },
    // A waiting generator cannot be ended.
    destroy(error, done) {
      closing.abort();
      done(error);
    },
  });
  return { stream, size, lastModified: whole.LastModified ?? new Date() };
}
